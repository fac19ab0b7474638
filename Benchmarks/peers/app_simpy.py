"""The reduced device of Suites/ReducedDevice.swift on SimPy's event list.

app_simpy.py APPS

Events are timeouts with callbacks, the fastest way SimPy has; processes would cost several times
as much.
"""
import bisect
import itertools
import random
import sys
import time
from collections import OrderedDict

try:
    import simpy
except ImportError:
    sys.exit("app_simpy.py: absent: python3 has no module simpy (pip install simpy)")

ABSENT, FRONT, BACKGROUND, SUSPENDED = range(4)


class Device:
    def __init__(self, apps):
        self.environment = simpy.Environment()
        self.apps = apps
        self.state = [ABSENT] * apps
        self.generation = [0] * apps
        self.footprint = [0.0] * apps
        self.suspended = OrderedDict()
        self.memory = 0.0
        self.events = 0
        self.popularity = list(
            itertools.accumulate((rank + 1) ** -0.9 for rank in range(apps)))
        self.after(random.expovariate(0.02 * apps), self.launch)

    def after(self, delay, action, *value):
        self.environment.timeout(delay, value).callbacks.append(action)

    def launch(self, _):
        self.events += 1
        self.after(random.expovariate(0.02 * self.apps), self.launch)
        app = bisect.bisect_left(self.popularity, random.random() * self.popularity[-1])
        state = self.state[app]
        if state == FRONT:
            return
        if state == ABSENT:
            self.footprint[app] = 0.0
            self.take(app, random.lognormvariate(4.105, 1))
        elif state == SUSPENDED:
            del self.suspended[app]
        self.state[app] = FRONT
        self.generation[app] += 1
        generation = self.generation[app]
        self.after(random.lognormvariate(-0.5, 1), self.session_end, app, generation)
        self.after(random.expovariate(1 / 0.7), self.growth, app, generation)
        self.make_room()

    def session_end(self, event):
        self.events += 1
        app, generation = event.value
        self.state[app] = BACKGROUND
        self.after(random.expovariate(1 / 0.5), self.grant_end, app, generation)

    def grant_end(self, event):
        self.events += 1
        app, generation = event.value
        if self.generation[app] == generation:
            self.state[app] = SUSPENDED
            self.suspended[app] = None

    def growth(self, event):
        self.events += 1
        app, generation = event.value
        if self.generation[app] == generation and self.state[app] == FRONT:
            self.take(app, random.expovariate(1 / 5))
            self.after(random.expovariate(1 / 0.7), self.growth, app, generation)
            self.make_room()

    def take(self, app, size):
        self.footprint[app] += size
        self.memory += size

    def make_room(self):
        while self.memory > 10 * self.apps and self.suspended:
            victim, _ = self.suspended.popitem(last=False)
            self.state[victim] = ABSENT
            self.memory -= self.footprint[victim]

    def run(self, events):
        step = self.environment.step
        target = self.events + events
        while self.events < target:
            step()


def main():
    random.seed(1)
    device = Device(int(sys.argv[1]))
    # Shorter than the other sides' at a million apps: it would take a minute.
    device.run(min(max(200_000, 4 * device.apps), 1_000_000))
    print("ready", flush=True)
    for line in sys.stdin:
        operations = int(line)
        start = time.thread_time_ns()
        device.run(operations)
        print(f"{(time.thread_time_ns() - start) / operations:.4f} -", flush=True)


main()
