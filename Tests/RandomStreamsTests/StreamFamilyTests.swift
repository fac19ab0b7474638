import CGSL
import RandomStreams
import Testing

/// A key spelt out, so that a test can walk any of its fields.
private struct Key {
  var seed: UInt64 = 42
  var replication: UInt64 = 3
  var purpose: UInt64 = 5
  var entity: UInt64 = 17
  var occurrence: UInt64 = 11

  enum Field: String, CaseIterable {
    case seed, replication, purpose, entity, occurrence
    var bits: Int { self == .purpose ? 8 : 64 }
  }

  subscript(field: Field) -> UInt64 {
    get {
      switch field {
      case .seed: seed
      case .replication: replication
      case .purpose: purpose
      case .entity: entity
      case .occurrence: occurrence
      }
    }
    set {
      switch field {
      case .seed: seed = newValue
      case .replication: replication = newValue
      case .purpose: purpose = newValue
      case .entity: entity = newValue
      case .occurrence: occurrence = newValue
      }
    }
  }

  var stream: RandomStream {
    StreamFamily(seed: seed, replication: replication)
      .stream(
        Purpose(rawValue: UInt8(truncatingIfNeeded: purpose)), entity: entity,
        occurrence: occurrence)
  }

  /// A key that differs in every field from that of any other number.
  static func random(_ number: UInt64) -> Key {
    var words = RandomStream(state: number &* 0x2545_f491_4f6c_dd1d, gamma: 0x9e37_79b9_7f4a_7c15)
    return Key(
      seed: words.next(), replication: words.next(), purpose: words.next(), entity: words.next(),
      occurrence: words.next())
  }
}

@Suite struct StreamFamilyTests {
  /// Flipping one bit of one field flips each bit of the first and the second draw half of the
  /// time.
  @Test func everyBitOfTheKeyReachesEveryBitOfTheDraws() {
    let trials = 512
    // 264 bits × 128 outputs tested together, Bonferroni at 1e-4 for the family.
    let level = 1e-4 / Double(264 * 128)
    let limit = gsl_cdf_ugaussian_Qinv(level / 2) * (Double(trials) / 4).squareRoot()
    for field in Key.Field.allCases {
      for bit in 0..<field.bits where isLong || bit % 7 == 0 || bit == field.bits - 1 {
        var flips = [Int](repeating: 0, count: 128)
        for trial in 0..<trials {
          var key = Key.random(UInt64(trial))
          var before = key.stream
          key[field] ^= 1 << UInt64(bit)
          var after = key.stream
          for draw in 0..<2 {
            let change = before.next() ^ after.next()
            for place in 0..<64 { flips[draw * 64 + place] += Int(change >> UInt64(place) & 1) }
          }
        }
        let worst = flips.map { abs(Double($0) - Double(trials) / 2) }.max() ?? 0
        #expect(worst < limit, "\(field.rawValue) bit \(bit): worst deviation \(worst)")
      }
    }
  }

  /// Draws of neighbouring keys fill the cells of the unit square evenly and do not correlate.
  @Test func neighboursAreIndependent() {
    let pairs = isLong ? 1_000_000 : 20_000
    for field in Key.Field.allCases {
      for distance in [1, 2, 16, 255] as [UInt64] {
        var cells = [Int](repeating: 0, count: 256)
        var products = 0.0
        for number in 0..<pairs {
          var key = field == .purpose ? Key.random(UInt64(number) >> 8) : Key()
          key[field] = UInt64(number)
          var first = key.stream
          key[field] &+= distance
          var second = key.stream
          let (u, v) = (first.uniform(), second.uniform())
          cells[Int(u * 16) * 16 + Int(v * 16)] += 1
          products += (u - 0.5) * (v - 0.5)
        }
        let what = "\(field.rawValue) at distance \(distance)"
        // Forty statements in all; 1e-5 each.
        expectChiSquare(chiSquare(cells), degrees: 255, level: 1e-5, what)
        let correlation = 12 * products / Double(pairs)
        let limit = gsl_cdf_ugaussian_Qinv(5e-6) / Double(pairs).squareRoot()
        #expect(abs(correlation) < limit, "\(what): correlation \(correlation)")
      }
    }
  }

  /// The draws along the walk of one field are uniform, in all bits: high bytes and low bytes.
  @Test func walksAreUniform() {
    let count = isLong ? 2_000_000 : 50_000
    for field in Key.Field.allCases {
      var high = [Int](repeating: 0, count: 256)
      var low = [Int](repeating: 0, count: 256)
      for number in 0..<count {
        var key = field == .purpose ? Key.random(UInt64(number) >> 8) : Key()
        key[field] = UInt64(number)
        var stream = key.stream
        let word = stream.next()
        high[Int(word >> 56)] += 1
        low[Int(word & 255)] += 1
      }
      expectChiSquare(chiSquare(high), degrees: 255, level: 1e-5, "\(field.rawValue), high byte")
      expectChiSquare(chiSquare(low), degrees: 255, level: 1e-5, "\(field.rawValue), low byte")
    }
  }

  /// Successive draws of the same short stream are independent, for neighbouring keys.
  @Test func drawsOfOneStreamAreIndependent() {
    let count = isLong ? 2_000_000 : 50_000
    let family = StreamFamily(seed: 1, replication: 0)
    var cells = [Int](repeating: 0, count: 256)
    for number in 0..<count {
      var stream = family.stream(.test, entity: 1, occurrence: UInt64(number))
      let (u, v) = (stream.uniform(), stream.uniform())
      cells[Int(u * 16) * 16 + Int(v * 16)] += 1
    }
    expectChiSquare(chiSquare(cells), degrees: 255, level: 1e-4, "first and second draw")
  }

  /// A grid of keys, neighbours in all fields at once, has no two equal first words.
  ///
  /// By chance a million keys would collide with probability 3e-8.
  @Test func keysDoNotCollide() {
    let side = isLong ? 16 : 10
    var words: [UInt64] = []
    for seed in 0..<side {
      for replication in 0..<side {
        let family = StreamFamily(seed: UInt64(seed), replication: UInt64(replication))
        for purpose in 0..<side {
          for entity in 0..<side {
            for occurrence in 0..<side {
              var stream = family.stream(
                Purpose(rawValue: UInt8(purpose)), entity: UInt64(entity),
                occurrence: UInt64(occurrence))
              words.append(stream.next())
            }
          }
        }
      }
    }
    #expect(Set(words).count == words.count)
  }

  /// Occurrences of one entity cannot collide at all; this shows it for the first ones.
  @Test func occurrencesDoNotCollide() {
    let count = isLong ? 1_000_000 : 100_000
    let family = StreamFamily(seed: 9, replication: 9)
    var words = Set<UInt64>(minimumCapacity: count)
    for occurrence in 0..<count {
      var stream = family.stream(.test, entity: 4, occurrence: UInt64(occurrence))
      words.insert(stream.next())
    }
    #expect(words.count == count)
  }

  /// Seed and replication are no sum: seed 1 replication 0 is not seed 0 replication 1.
  @Test func fieldsAreNotInterchangeable() {
    let keys = [
      Key(seed: 0, replication: 0, purpose: 0, entity: 0, occurrence: 1),
      Key(seed: 0, replication: 0, purpose: 0, entity: 1, occurrence: 0),
      Key(seed: 0, replication: 0, purpose: 1, entity: 0, occurrence: 0),
      Key(seed: 0, replication: 1, purpose: 0, entity: 0, occurrence: 0),
      Key(seed: 1, replication: 0, purpose: 0, entity: 0, occurrence: 0),
    ]
    let words = keys.map { key in
      var stream = key.stream
      return stream.next()
    }
    #expect(Set(words).count == keys.count)
  }

  @Test func everyPurposeHasItsOwnValue() {
    let purposes: [Purpose] = [
      .sessionGap, .sessionLength, .visitLength, .nextApp, .footprint, .growth, .trim,
      .taskPresence, .taskLength, .coldLaunch, .warmLaunch, .resume, .call, .notification, .push,
      .refresh, .demand, .forceQuit, .crash, .policy, .location, .interruption, .choice, .bench,
      .test,
    ]
    #expect(Set(purposes).count == purposes.count)
  }
}
