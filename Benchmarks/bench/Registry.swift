/// All suites; a new one is a file in `Suites/` and a line here.
var allSuites: [BenchmarkSuite] {
  [
    queueSuite,
    engineSuite,
    deviceSuite,
    policySuite,
    traceSuite,
    randomSuite,
    batchSuite,
    ioSuite,
  ]
}
