// The event queue of the C++ standard library under the workloads of Suites/QueueSuite.swift.
//   queue hold event|integer SIZE INCREMENTS
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

int main(int count, char **arguments) {
  if (count != 5) return 64;
  const std::size_t size = std::strtoull(arguments[3], nullptr, 10);
  const auto increments = read_increments(arguments[4]);
  const bool wrapped = !std::strcmp(arguments[2], "event");
  if (!std::strcmp(arguments[1], "hold"))
    return wrapped ? hold<Wrapped>(size, increments) : hold<Integer>(size, increments);
  return 64;
}
