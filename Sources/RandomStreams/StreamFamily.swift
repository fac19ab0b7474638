/// All streams of one replication: hands out the stream of a key.
///
/// The key is (seed, replication, purpose, entity, occurrence). A draw depends on its key and on
/// nothing else, not on what was drawn before, so two runs that differ in the purge policy meet
/// the same user, draw for draw (synchronised common random numbers), and adding an app or a
/// replication changes no other draw.
///
/// How the key becomes a stream, and why:
///
/// * seed and replication are hashed once, by two chained mixes each for `state` and `gamma` keys;
/// * `prefix = mix(key ^ (entity + purpose · odd))` is one-to-one in the entity for a fixed purpose
///   and in the purpose for a fixed entity;
/// * `state = mix(prefix + occurrence · odd)` is one-to-one in the occurrence, so the occurrences
///   of one entity never collide, and neither do the entities of one occurrence;
/// * `gamma` comes from the same two words in another combination, so that the two words collide
///   together only by chance (2⁻¹²⁷ a pair). Gammas whose bits change too seldom (fewer than 24
///   of 63) are repaired as the SplitMix paper demands.
///
/// Each step is a full avalanche mixer, so neighbouring keys give unrelated streams; the tests walk
/// every field of the key.
@frozen
public struct StreamFamily: Sendable, BitwiseCopyable {
  @usableFromInline let stateKey: UInt64
  @usableFromInline let gammaKey: UInt64

  /// Makes the family of one replication.
  ///
  /// - Parameters:
  ///   - seed: the seed of the experiment; any value is as good as any other.
  ///   - replication: the index of the replication.
  public init(seed: UInt64, replication: UInt64) {
    let outer = mix64(seed &+ 0x9e37_79b9_7f4a_7c15)
    stateKey = mix64(outer &+ replication &* 0xd134_2543_de82_ef95)
    gammaKey = mix64(stateKey ^ 0x6a09_e667_f3bc_c908)
  }

  /// Returns the stream of a key.
  ///
  /// - Parameters:
  ///   - purpose: what is drawn.
  ///   - entity: who it is drawn for, for example `stableHash(_:ordinal:)` of an app; 0 for the
  ///     device itself.
  ///   - occurrence: the how-manieth time, for example the index of the launch.
  /// - Returns: the stream, ready for its first draw.
  /// - Complexity: O(1), a few nanoseconds; nothing is allocated.
  @inlinable @inline(__always)
  public func stream(_ purpose: Purpose, entity: UInt64, occurrence: UInt64) -> RandomStream {
    let place = entity &+ UInt64(purpose.rawValue) &* 0xc2b2_ae3d_27d4_eb4f
    let prefix = mix64(stateKey ^ place)
    let state = mix64(prefix &+ occurrence &* 0x9e37_79b9_7f4a_7c15)
    var gamma = (state ^ gammaKey) &* 0xff51_afd7_ed55_8ccd ^ prefix
    gamma = (gamma ^ (gamma >> 33)) | 1
    if (gamma ^ (gamma >> 1)).nonzeroBitCount < 24 { gamma ^= 0xaaaa_aaaa_aaaa_aaaa }
    return RandomStream(state: state, gamma: gamma)
  }
}
