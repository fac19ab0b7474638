"""Replays a trace of Suites/TraceSuite.swift with libCacheSim (GPL; a separate program, never linked).

trace_libcachesim.py POLICY TRACE CAPACITY
"""
import os
import sys
import time

try:
    import libcachesim
except ImportError:
    sys.exit("trace_libcachesim.py: absent: python3 has no module libcachesim (pip install libcachesim)")


def main():
    policy, path, capacity = sys.argv[1], sys.argv[2], int(sys.argv[3])
    requests = os.path.getsize(path) // 24
    print("ready", flush=True)
    for _ in sys.stdin:
        reader = libcachesim.TraceReader(path, libcachesim.TraceType.ORACLE_GENERAL_TRACE)
        # The default table of 2^24 chains would cost more cache misses than the requests need.
        cache = getattr(libcachesim, policy)(cache_size=capacity, hashpower=20)
        start = time.thread_time_ns()
        misses = cache.process_trace(reader)[0]
        spent = time.thread_time_ns() - start
        print(f"{spent / requests:.4f} {round(misses * requests):016x}", flush=True)


main()
