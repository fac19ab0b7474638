/// What is kept of one run: one policy at one point in one replication.
public struct RunRecord: Sendable, Equatable {
  /// Why it failed; nil = it did not.
  public var failure: String?
  /// Hash of every state transition; 0 when it failed.
  public var fingerprint: UInt64 = 0
  /// Hash of the user plan; 0 when it failed.
  public var planFingerprint: UInt64 = 0
  /// Events that changed state.
  public var events: UInt64 = 0
  /// The values of `Metric.all` in that order; empty when it failed.
  public var values: [Double?] = []
  /// What happened to its apps; nil when it failed, or when that is not asked for.
  public var details: RunDetails?
  /// Wall-clock time the run took, in seconds.
  public var wallSeconds: Double = 0
  /// Processor time the run took, in seconds.
  public var cpuSeconds: Double = 0

  /// A record to be filled in.
  public init(failure: String? = nil) { self.failure = failure }
}

extension RunRecord {
  /// Appends the record as text without tabs.
  ///
  /// `o,…` is a run and `f,…` a failure. Numbers are bit patterns in base 16, so that nothing is
  /// rounded on the way. Details follow behind a `|`.
  func encode(into bytes: inout [UInt8]) {
    func field(_ pattern: UInt64) {
      bytes.append(UInt8(ascii: ","))
      bytes.append(contentsOf: String(pattern, radix: 16).utf8)
    }
    bytes.append(UInt8(ascii: failure == nil ? "o" : "f"))
    field(wallSeconds.bitPattern)
    field(cpuSeconds.bitPattern)
    if let failure {
      for byte in failure.utf8 { field(UInt64(byte)) }
      return
    }
    field(fingerprint)
    field(planFingerprint)
    field(events)
    for value in values {
      if let value { field(value.bitPattern) } else { bytes.append(UInt8(ascii: ",")) }
    }
    details?.encode(into: &bytes)
  }

  /// Reads what ``encode(into:)`` wrote; nil for anything else.
  ///
  /// Without `details` those are passed over.
  init?(decoding text: ArraySlice<UInt8>, details: Bool) {
    let bar = text.firstIndex(of: UInt8(ascii: "|"))
    let metrics = text[..<(bar ?? text.endIndex)]
    let fields = metrics.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard fields.count >= 3, let wall = Self.pattern(fields[1]), let cpu = Self.pattern(fields[2])
    else { return nil }
    self.init()
    wallSeconds = Double(bitPattern: wall)
    cpuSeconds = Double(bitPattern: cpu)
    if fields[0].elementsEqual("f".utf8) {
      let bytes = fields[3...].compactMap { field in
        Self.pattern(field).flatMap { UInt8(exactly: $0) }
      }
      failure = String(decoding: bytes, as: UTF8.self)
      return
    }
    guard fields[0].elementsEqual("o".utf8), fields.count >= 6,
      let prints = Self.pattern(fields[3]), let planPrints = Self.pattern(fields[4]),
      let count = Self.pattern(fields[5])
    else { return nil }
    (fingerprint, planFingerprint, events) = (prints, planPrints, count)
    for field in fields[6...] {
      values.append(Self.pattern(field).map { Double(bitPattern: $0) })
    }
    guard details, let bar else { return }
    guard let found = RunDetails(decoding: text[(bar + 1)...]) else { return nil }
    self.details = found
  }

  /// A number in base 16; nil for anything else.
  private static func pattern(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard !digits.isEmpty, digits.count <= 16 else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      default: return nil
      }
      number = number << 4 | UInt64(value)
    }
    return number
  }
}
