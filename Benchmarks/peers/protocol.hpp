// The peer's side of the conversation with `bench`; see Harness/PeerCommand.swift.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using Digest = std::uint64_t;

inline Digest mixed(Digest digest, std::uint64_t word) {
  return (digest ^ word) * 0x100000001b3u;
}

inline double thread_nanoseconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

// Answers each line of input; `run(operations)` returns the digest so far. Pass `comparable`
// false where the program draws its own random numbers.
template <class Run>
int serve(Run run, bool comparable = true) {
  std::puts("ready");
  std::fflush(stdout);
  unsigned long long operations;
  while (std::scanf("%llu", &operations) == 1) {
    const double start = thread_nanoseconds();
    const Digest digest = run(operations);
    const double spent = thread_nanoseconds() - start;
    std::printf("%.4f ", spent / operations);
    if (comparable)
      std::printf("%016llx\n", static_cast<unsigned long long>(digest));
    else
      std::printf("-\n");
    std::fflush(stdout);
  }
  return 0;
}

// The increments that `bench` wrote; their number is a power of two.
inline std::vector<std::uint64_t> read_increments(const char *path) {
  std::vector<std::uint64_t> table(1 << 20);
  std::FILE *file = std::fopen(path, "rb");
  if (!file || std::fread(table.data(), 8, table.size(), file) != table.size()) {
    std::fprintf(stderr, "%s: no increments\n", path);
    std::exit(74);
  }
  std::fclose(file);
  return table;
}
