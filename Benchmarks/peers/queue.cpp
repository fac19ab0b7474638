// The event queue of the C++ standard library under the workloads of Suites/QueueSuite.swift.
//   queue hold event|integer SIZE INCREMENTS
//   queue reschedule event SIZE INCREMENTS
//
// Both kinds hold the same 16 bytes. `event` wraps them in a struct with a comparator, as an
// engine would; g++ 12 then sifts with branches. `integer` compares bare integers by
// std::greater, which it turns into conditional moves: faster in small queues, much slower in
// large ones. The first is the peer that targets refer to.
#include <cstring>
#include <functional>
#include <queue>

#include "protocol.hpp"

// Time, sequence number (36 bits) and payload (28 bits) in one number: first in, first out at
// equal times, the same 16 bytes as on the Swift side.
using Key = unsigned __int128;

static Key key(std::uint64_t time, std::uint64_t sequence, std::uint32_t payload) {
  return Key(time) << 64 | sequence << 28 | (payload & 0xfffffffu);
}

static std::uint64_t time_of(Key key) { return std::uint64_t(key >> 64); }
static std::uint32_t payload_of(Key key) { return std::uint32_t(key) & 0xfffffffu; }

struct Event {
  Key key;
};

struct Later {
  bool operator()(const Event &a, const Event &b) const { return b.key < a.key; }
};

struct Integer {
  using Queue = std::priority_queue<Key, std::vector<Key>, std::greater<Key>>;
  static Key key_of(Key key) { return key; }
};

struct Wrapped {
  using Queue = std::priority_queue<Event, std::vector<Event>, Later>;
  static Key key_of(const Event &event) { return event.key; }
};

template <class Kind>
static int hold(std::size_t size, const std::vector<std::uint64_t> &increments) {
  const std::size_t mask = increments.size() - 1;
  std::uint64_t sequence = 0;
  std::size_t step = 0;
  Digest digest = 0;
  typename Kind::Queue queue;
  for (std::size_t i = 0; i < size; i++) queue.push({key(increments[i & mask], ++sequence, i)});
  auto run = [&](std::size_t operations) {
    for (const std::size_t end = step + operations; step < end; step++) {
      const Key first = Kind::key_of(queue.top());
      queue.pop();
      digest = mixed(digest, time_of(first) + payload_of(first));
      queue.push({key(time_of(first) + increments[step & mask], ++sequence, step)});
    }
    return digest;
  };
  run(size > 100000 ? size : 100000);
  return serve(run);
}

// A changed time is a second event; the one with an outdated token is skipped when it comes out.
static int reschedule(std::size_t size, const std::vector<std::uint64_t> &increments) {
  const std::size_t mask = increments.size() - 1;
  std::uint64_t sequence = 0;
  std::size_t step = 0;
  Digest digest = 0;
  std::vector<std::uint64_t> tokens(size);
  Wrapped::Queue queue;
  auto schedule = [&](std::uint64_t time, std::uint32_t payload) {
    tokens[payload] = ++sequence;
    queue.push({key(time, sequence, payload)});
  };
  for (std::size_t i = 0; i < size; i++) schedule(increments[i & mask], i);
  auto run = [&](std::size_t operations) {
    for (const std::size_t end = step + operations; step < end; step++) {
      Key first = queue.top().key;
      queue.pop();
      while (tokens[payload_of(first)] != (std::uint64_t(first) >> 28)) {
        first = queue.top().key;
        queue.pop();
      }
      const std::uint64_t now = time_of(first);
      digest = mixed(digest, now + payload_of(first));
      schedule(now + increments[2 * step & mask], payload_of(first));
      const std::uint64_t hash = (step + 1) * 0x9e3779b97f4a7c15u;
      schedule(now + increments[(2 * step + 1) & mask], std::uint64_t((Key(hash) * size) >> 64));
    }
    return digest;
  };
  run(size > 100000 ? size : 100000);
  return serve(run);
}

int main(int count, char **arguments) {
  if (count != 5) return 64;
  const std::size_t size = std::strtoull(arguments[3], nullptr, 10);
  const auto increments = read_increments(arguments[4]);
  const bool wrapped = !std::strcmp(arguments[2], "event");
  if (!std::strcmp(arguments[1], "hold"))
    return wrapped ? hold<Wrapped>(size, increments) : hold<Integer>(size, increments);
  if (!std::strcmp(arguments[1], "reschedule")) return reschedule(size, increments);
  return 64;
}
