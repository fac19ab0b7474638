"""Compares misses with libCacheSim on random traces (GPL; a separate program, never linked).

oracle_libcachesim.py JETSIM [TRACES]

For each trace (apps of unequal size, Zipf-like popularity; 200 unless stated) and three sizes of the
store, every policy that both have must miss equally often. gdsf runs with a cost of 1 and `bypass`,
as libCacheSim admits nothing that it would throw out at once. Ties of `largest` are broken otherwise
there, so that its traces have apps of distinct sizes. Exit status: 0 equal, 1 it cannot compare, 2 a
difference.
"""
import csv
import os
import random
import struct
import subprocess
import sys
import tempfile

try:
    import libcachesim
except ImportError:
    sys.exit("oracle_libcachesim.py: absent: python3 has no module libcachesim (pip install libcachesim)")

POLICIES = {
    "fifo": ("fifo", "FIFO"),
    "lru": ("lru", "LRU"),
    "lfu": ("lfu", "LFU"),
    "sieve": ("sieve", "Sieve"),
    "gdsf": ("{gdsf: {cost: 1, bypass: true}, as: gdsf}", "GDSF"),
    "largest": ("largest", "Size"),
    "belady": ("belady", "Belady"),
}


def random_trace(seed):
    """Requests as (app, size in MiB), and three sizes of a store."""
    draw = random.Random(seed)
    apps = draw.choice([5, 12, 30])
    sizes = dict(enumerate(draw.sample(range(1, 101), apps)))
    exponent = draw.choice([0.5, 1, 1.4])
    weights = [1 / (app + 1) ** exponent for app in range(apps)]
    requests = [(app, sizes[app]) for app in draw.choices(range(apps), weights, k=300)]
    total = sum(sizes.values())
    return requests, sorted({max(1, int(total * share)) for share in (0.15, 0.3, 0.6)})


def ours(jetsim, folder, requests, stores):
    """Misses by (policy, store)."""
    with open(f"{folder}/trace.csv", "w") as file:
        file.write("time_s,app,footprint_mib\n")
        for time, (app, size) in enumerate(requests):
            file.write(f"{time},{app},{size}\n")
    with open(f"{folder}/scenario.yaml", "w") as file:
        entries = ", ".join(entry for entry, _ in POLICIES.values())
        rams = ", ".join(f"{store} MiB" for store in stores)
        file.write(
            "version: 1\nduration: trace\ndevice: {profile: plain, ram: 1 MiB}\n"
            f"workload: {{trace: trace.csv}}\npolicies: [{entries}]\n"
            f"sweep: {{product: {{device.ram: [{rams}]}}}}\n")
    subprocess.run(
        [jetsim, "run", f"{folder}/scenario.yaml", "-o", f"{folder}/out", "--force"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(f"{folder}/out/runs.csv") as file:
        return {
            (row["policy"], int(row["device.ram"].split()[0])): int(row["cold_launches"])
            for row in csv.DictReader(file)}


def write_oracle(path, requests):
    """The same trace as libCacheSim reads it: each request with the place of the next one."""
    following, last = [-1] * len(requests), {}
    for place in range(len(requests) - 1, -1, -1):
        following[place] = last.get(requests[place][0], -1)
        last[requests[place][0]] = place + 1
    with open(path, "wb") as file:
        for place, (app, size) in enumerate(requests):
            file.write(struct.pack("<IQIq", place, app + 1, size, following[place]))


def theirs(path, name, store, count):
    reader = libcachesim.TraceReader(path, libcachesim.TraceType.ORACLE_GENERAL_TRACE)
    cache = getattr(libcachesim, name)(cache_size=store, hashpower=12)
    return round(cache.process_trace(reader)[0] * count)


def main():
    if len(sys.argv) not in (2, 3) or not all(text.isdigit() for text in sys.argv[2:]):
        sys.exit("usage: oracle_libcachesim.py JETSIM [TRACES]")
    jetsim = os.path.abspath(sys.argv[1])
    if not os.access(jetsim, os.X_OK):
        sys.exit(f"oracle_libcachesim.py: {jetsim} is no program")
    traces = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    compared, different = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(traces):
            requests, stores = random_trace(seed)
            mine = ours(jetsim, folder, requests, stores)
            write_oracle(f"{folder}/trace.bin", requests)
            for policy, (_, name) in POLICIES.items():
                for store in stores:
                    compared += 1
                    misses = theirs(f"{folder}/trace.bin", name, store, len(requests))
                    if misses != mine[policy, store]:
                        different += 1
                        print(f"seed {seed}, {policy}, {store} MiB: {mine[policy, store]} misses,"
                              f" libCacheSim {misses}")
    print(f"{compared} comparisons on {traces} traces, {different} differ")
    sys.exit(2 if different else 0)


main()
