"""The models of Suites/EngineSuite.swift as SimPy processes.

engine_simpy.py phold|mm1 PROCESSES
"""
import random
import sys
import time

try:
    import simpy
except ImportError:
    sys.exit("engine_simpy.py: absent: python3 has no module simpy (pip install simpy)")


def phold(environment, processes):
    """Every process is a token that wanders; one step of the environment is one event."""
    visits = [0] * processes

    def token(place):
        while True:
            yield environment.timeout(1 + random.expovariate(1))
            visits[place] += 1
            if random.random() < 0.25:
                place = random.randrange(processes)

    for place in range(processes):
        environment.process(token(place))
    return visits


def station(environment, visits):
    """A customer is a process; arrivals and departures are counted as they happen."""
    server = simpy.Resource(environment, 1)

    def customer():
        visits[0] += 1
        with server.request() as request:
            yield request
            yield environment.timeout(random.expovariate(1))
        visits[0] += 1

    def source():
        while True:
            yield environment.timeout(random.expovariate(0.9))
            environment.process(customer())

    environment.process(source())


def main():
    model, size = sys.argv[1], int(sys.argv[2])
    random.seed(1)
    environment = simpy.Environment()
    if model == "phold":
        visits = phold(environment, size)
    else:
        visits = [0]
        station(environment, visits)
    print("ready", flush=True)
    for line in sys.stdin:
        operations = int(line)
        target = sum(visits) + operations
        step = environment.step
        start = time.thread_time_ns()
        if model == "phold":
            for _ in range(operations):
                step()
        else:
            while visits[0] < target:
                step()
        print(f"{(time.thread_time_ns() - start) / operations:.4f} -", flush=True)


main()
