// Rust's BinaryHeap under the hold model of Suites/QueueSuite.swift.
//   queue hold SIZE INCREMENTS
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{BufRead, Write};

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

const CLOCK_THREAD_CPUTIME_ID: i32 = 3;

fn thread_nanoseconds() -> f64 {
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.seconds as f64 * 1e9 + time.nanoseconds as f64
}

fn key(time: u64, sequence: u64, payload: u64) -> u128 {
    (time as u128) << 64 | (sequence << 28 | payload & 0xfff_ffff) as u128
}

struct Hold {
    queue: BinaryHeap<Reverse<u128>>,
    increments: Vec<u64>,
    sequence: u64,
    step: usize,
    digest: u64,
}

impl Hold {
    fn new(size: usize, increments: Vec<u64>) -> Hold {
        let mut queue = BinaryHeap::with_capacity(size + 1);
        for i in 0..size {
            let increment = increments[i & (increments.len() - 1)];
            queue.push(Reverse(key(increment, i as u64 + 1, i as u64)));
        }
        Hold { queue, increments, sequence: size as u64, step: 0, digest: 0 }
    }

    fn run(&mut self, operations: usize) {
        let mask = self.increments.len() - 1;
        for step in self.step..self.step + operations {
            let Some(Reverse(first)) = self.queue.pop() else { return };
            let time = (first >> 64) as u64;
            let payload = first as u64 & 0xfff_ffff;
            self.digest = (self.digest ^ time.wrapping_add(payload)).wrapping_mul(0x100000001b3);
            self.sequence += 1;
            let due = time + self.increments[step & mask];
            self.queue.push(Reverse(key(due, self.sequence, step as u64)));
        }
        self.step += operations;
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let size: usize = arguments[2].parse().expect("a size");
    let bytes = std::fs::read(&arguments[3]).expect("increments");
    let words = bytes.chunks_exact(8);
    let increments = words.map(|word| u64::from_ne_bytes(word.try_into().expect("8 bytes")));
    let mut hold = Hold::new(size, increments.collect());
    hold.run(size.max(100_000));
    let mut output = std::io::stdout();
    writeln!(output, "ready").expect("output");
    for line in std::io::stdin().lock().lines() {
        let operations: usize = line.expect("input").trim().parse().expect("a number");
        let start = thread_nanoseconds();
        hold.run(operations);
        let spent = thread_nanoseconds() - start;
        writeln!(output, "{:.4} {:016x}", spent / operations as f64, hold.digest).expect("output");
    }
}
