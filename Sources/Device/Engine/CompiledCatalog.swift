import RandomStreams
import Workload

/// The classes and members of a catalog as an event loop reads them.
struct CompiledCatalog: ~Copyable {
  /// What each class is like.
  let classes: UnsafeMutablePointer<ClassConstants>
  /// The key of each member's random draws.
  let entities: UnsafeMutablePointer<UInt64>

  /// Compiles a catalog and draws the footprint of each member.
  ///
  /// - Parameters:
  ///   - run: What is simulated.
  ///   - family: The streams of the replication.
  ///   - arena: Owns the tables of the samplers; must live as long.
  ///   - place: Takes each member, its footprint in KiB and the index of its class.
  /// - Throws: ``RunFailure/setup(_:)``.
  init(
    _ run: DeviceRun, _ family: StreamFamily, _ arena: SamplerArena,
    place: (_ member: Int, _ footprint: UInt32, _ classIndex: UInt16) -> Void
  ) throws(RunFailure) {
    let catalog = run.catalog
    var constants: [ClassConstants] = []
    for appClass in catalog.classes {
      do {
        constants.append(try ClassConstants(appClass, run.configuration, arena: arena))
      } catch {
        throw .setup("class \(appClass.name): \(error)")
      }
    }
    guard constants.count < Int(UInt16.max) else {
      throw .setup("\(constants.count) classes; at most \(UInt16.max - 1) are possible")
    }
    entities = LargeTable.allocate(of: UInt64.self, count: catalog.count)
    for index in constants.indices {
      let first = catalog.firstMember[index]
      for member in first..<catalog.firstMember[index + 1] {
        let entity = stableHash(catalog.classes[index].name, ordinal: member - first)
        entities[member] = entity
        var stream = family.stream(.footprint, entity: entity, occurrence: 0)
        let footprint = constants[index].footprint.draw(&stream)
        place(member, ClassConstants.kibibytes(footprint), UInt16(index))
      }
    }
    classes = UnsafeMutablePointer<ClassConstants>.allocate(capacity: max(1, constants.count))
    for index in constants.indices { (classes + index).initialize(to: constants[index]) }
  }

  deinit {
    classes.deallocate()
    LargeTable.deallocate(entities)
  }
}
