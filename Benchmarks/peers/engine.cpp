// Minimal engines in C++ as one writes them first: a struct event of 24 bytes in a
// std::priority_queue, time in double, xoshiro256++ and logarithms.
//   engine phold|mm1 own|same PROCESSES
// `same` tells that the other side draws the same numbers, so that digests can be compared.
#include <cmath>
#include <cstring>
#include <functional>
#include <queue>
#include <vector>

#include "protocol.hpp"

// xoshiro256++ 1.0 (Blackman and Vigna), seeded by SplitMix64.
struct Generator {
  std::uint64_t state[4];

  explicit Generator(std::uint64_t seed) {
    for (auto &word : state) {
      seed += 0x9e3779b97f4a7c15u;
      std::uint64_t mixed = seed;
      mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
      mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
      word = mixed ^ (mixed >> 31);
    }
  }

  static std::uint64_t rotate(std::uint64_t word, int count) {
    return word << count | word >> (64 - count);
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state[0] + state[3], 23) + state[0];
    const std::uint64_t shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotate(state[3], 45);
    return result;
  }

  double uniform() { return ((next() >> 11) + 0.5) * 0x1p-53; }
  double exponential() { return -std::log(uniform()); }

  std::uint32_t below(std::uint32_t bound) {
    return std::uint32_t((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }
};

struct Event {
  double time;
  std::uint64_t sequence;
  std::uint32_t kind, process;

  bool operator>(const Event &other) const {
    return time > other.time || (time == other.time && sequence > other.sequence);
  }
};

using Queue = std::priority_queue<Event, std::vector<Event>, std::greater<Event>>;

static std::uint64_t bits(double time) {
  std::uint64_t word;
  std::memcpy(&word, &time, sizeof word);
  return word;
}

static int phold(std::uint32_t processes, bool comparable) {
  Generator generator(1);
  Queue queue;
  std::vector<std::uint64_t> visits(processes);
  std::uint64_t sequence = 0;
  Digest digest = 0;
  for (std::uint32_t i = 0; i < processes; i++)
    queue.push({1 + generator.exponential(), ++sequence, 0, i});
  auto run = [&](std::size_t events) {
    for (std::size_t i = 0; i < events; i++) {
      const Event event = queue.top();
      queue.pop();
      visits[event.process]++;
      std::uint32_t destination = event.process;
      if (generator.uniform() < 0.25) destination = generator.below(processes);
      queue.push({event.time + (1 + generator.exponential()), ++sequence, 0, destination});
      digest = mixed(digest, bits(event.time) + event.process);
    }
    return digest;
  };
  run(processes > 100000 ? processes : 100000);
  return serve(run, comparable);
}

static int station(bool comparable) {
  enum { arrival, departure };
  Generator generator(1);
  Queue queue;
  std::uint64_t sequence = 0, waiting = 0;
  bool busy = false;
  Digest digest = 0;
  queue.push({1 / 0.9 * generator.exponential(), ++sequence, arrival, 0});
  auto run = [&](std::size_t events) {
    for (std::size_t i = 0; i < events; i++) {
      const Event event = queue.top();
      queue.pop();
      if (event.kind == arrival) {
        queue.push({event.time + 1 / 0.9 * generator.exponential(), ++sequence, arrival, 0});
        if (busy) {
          waiting++;
        } else {
          busy = true;
          queue.push({event.time + generator.exponential(), ++sequence, departure, 0});
        }
      } else if (waiting) {
        waiting--;
        queue.push({event.time + generator.exponential(), ++sequence, departure, 0});
      } else {
        busy = false;
      }
      digest = mixed(digest, bits(event.time) + waiting);
    }
    return digest;
  };
  return serve(run, comparable);
}

int main(int count, char **arguments) {
  if (count != 4) return 64;
  const bool comparable = !std::strcmp(arguments[2], "same");
  if (!std::strcmp(arguments[1], "phold")) {
    return phold(std::strtoul(arguments[3], nullptr, 10), comparable);
  }
  if (!std::strcmp(arguments[1], "mm1")) return station(comparable);
  return 64;
}
