// The reduced device of Suites/ReducedDevice.swift the way C++ offers it: std::priority_queue,
// std::list, std::mt19937_64 and the distributions of <random>.
//
// app APPS          serves `bench`
// app APPS EVENTS   prints the share of cold launches
#include <cmath>
#include <list>
#include <queue>
#include <random>

#include "protocol.hpp"

namespace {

enum Kind : std::uint8_t { launch, session_end, grant_end, growth };
enum State : std::uint8_t { absent, front, background, suspended };

struct Event {
  double time;
  std::uint64_t order;
  std::uint32_t app;
  Kind kind;
  std::uint8_t generation;
};
static_assert(sizeof(Event) == 24);

struct Later {
  bool operator()(const Event &a, const Event &b) const {
    return a.time != b.time ? a.time > b.time : a.order > b.order;
  }
};

struct App {
  std::list<std::uint32_t>::iterator place;
  float footprint = 0;
  State state = absent;
  std::uint8_t generation = 0;
};

// Walker's alias table over weights 1 / rank^0.9: std::discrete_distribution would search.
class Popularity {
 public:
  explicit Popularity(std::uint32_t count) : stays_(count), other_(count) {
    std::vector<double> weight(count);
    double total = 0;
    for (std::uint32_t i = 0; i < count; ++i) total += weight[i] = std::pow(i + 1.0, -0.9);
    std::vector<std::uint32_t> poor, rich;
    for (std::uint32_t i = 0; i < count; ++i) {
      weight[i] *= count / total;
      other_[i] = i;
      (weight[i] < 1 ? poor : rich).push_back(i);
    }
    while (!poor.empty() && !rich.empty()) {
      const auto low = poor.back(), high = rich.back();
      poor.pop_back();
      stays_[low] = static_cast<float>(weight[low]);
      other_[low] = high;
      weight[high] -= 1 - weight[low];
      if (weight[high] < 1) {
        rich.pop_back();
        poor.push_back(high);
      }
    }
    for (auto i : poor) stays_[i] = 1;
    for (auto i : rich) stays_[i] = 1;
  }

  template <class Generator>
  std::uint32_t operator()(Generator &generator) const {
    const std::uint64_t word = generator();
    const auto column =
        static_cast<std::uint32_t>((static_cast<unsigned __int128>(word) * stays_.size()) >> 64);
    const float place = static_cast<float>(word & 0xffffff) * 0x1p-24f;
    return place < stays_[column] ? column : other_[column];
  }

 private:
  std::vector<float> stays_;
  std::vector<std::uint32_t> other_;
};

class Device {
 public:
  explicit Device(std::uint32_t count)
      : apps_(count), popularity_(count), arrival_(0.02 * count), budget_(10.0 * count) {
    schedule(arrival_(generator_), launch);
    run(std::max<std::uint64_t>(200000, 4ull * count));
    launches_ = cold_ = 0;
  }

  void run(std::uint64_t events) {
    while (events--) {
      const Event event = queue_.top();
      queue_.pop();
      now_ = event.time;
      App &app = apps_[event.app];
      switch (event.kind) {
        case launch:
          start();
          break;
        case session_end:
          app.state = background;
          schedule(grant_(generator_), grant_end, event.app, event.generation);
          break;
        case grant_end:
          if (app.generation != event.generation) break;
          app.state = suspended;
          suspended_.push_front(event.app);
          app.place = suspended_.begin();
          break;
        case growth:
          if (app.generation != event.generation || app.state != front) break;
          take(app, static_cast<float>(step_(generator_)));
          schedule(gap_(generator_), growth, event.app, event.generation);
          make_room();
          break;
      }
    }
  }

  double cold_share() const { return static_cast<double>(cold_) / launches_; }

 private:
  void start() {
    schedule(arrival_(generator_), launch);
    const std::uint32_t index = popularity_(generator_);
    App &app = apps_[index];
    ++launches_;
    if (app.state == front) return;
    if (app.state == suspended) suspended_.erase(app.place);
    if (app.state == absent) {
      ++cold_;
      app.footprint = 0;
      take(app, static_cast<float>(footprint_(generator_)));
    }
    app.state = front;
    ++app.generation;
    schedule(session_(generator_), session_end, index, app.generation);
    schedule(gap_(generator_), growth, index, app.generation);
    make_room();
  }

  void take(App &app, float size) {
    app.footprint += size;
    memory_ += size;
  }

  void make_room() {
    while (memory_ > budget_ && !suspended_.empty()) {
      App &victim = apps_[suspended_.back()];
      suspended_.pop_back();
      victim.state = absent;
      memory_ -= victim.footprint;
    }
  }

  void schedule(double after, Kind kind, std::uint32_t app = 0, std::uint8_t generation = 0) {
    queue_.push({now_ + after, order_++, app, kind, generation});
  }

  std::priority_queue<Event, std::vector<Event>, Later> queue_;
  std::vector<App> apps_;
  std::list<std::uint32_t> suspended_;
  Popularity popularity_;
  std::mt19937_64 generator_{42};
  std::exponential_distribution<double> arrival_;
  std::exponential_distribution<double> grant_{1 / 0.5}, gap_{1 / 0.7}, step_{1 / 5.0};
  std::lognormal_distribution<double> session_{-0.5, 1}, footprint_{4.105, 1};
  double now_ = 0, memory_ = 0, budget_;
  std::uint64_t order_ = 0, launches_ = 0, cold_ = 0;
};

}  // namespace

int main(int count, char **arguments) {
  Device device(static_cast<std::uint32_t>(std::strtoul(arguments[1], nullptr, 10)));
  if (count > 2) {
    device.run(std::strtoull(arguments[2], nullptr, 10));
    std::printf("%.6f\n", device.cold_share());
    return 0;
  }
  return serve(
      [&](std::uint64_t operations) {
        device.run(operations);
        return Digest{0};
      },
      false);
}
