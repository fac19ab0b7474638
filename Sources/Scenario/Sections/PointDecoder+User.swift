import Workload

extension PointDecoder {
  /// Decodes `user:`; without it the default user.
  func user(_ root: MappingReader) throws(ScenarioError) -> UserBehaviour {
    var user = UserBehaviour()
    guard let section = root.optional("user") else { return user }
    let fields = UserBehaviour.parameterFields
    let reader = try MappingReader(section, keys: ["sessions", "next_app"] + fields.map(\.key))
    if let sessions = reader.optional("sessions") {
      let fields = UserBehaviour.sessionFields
      let inner = try MappingReader(sessions, keys: fields.map(\.key) + ["day_shape"])
      try inner.read(fields, into: &user, folder: folder)
      if let shape = inner.optional("day_shape") { user.dayShape = try dayShape(shape) }
    }
    if let nextApp = reader.optional("next_app") {
      let fields = UserBehaviour.nextAppFields
      let inner = try MappingReader(nextApp, keys: fields.map(\.key))
      try inner.read(fields, into: &user, folder: folder)
    }
    try reader.read(fields, into: &user, folder: folder)
    return user
  }

  private func dayShape(_ field: FieldNode) throws(ScenarioError) -> [Double] {
    if field.isWord("default") { return UserBehaviour.measuredDayShape }
    if field.isWord("flat") { return UserBehaviour.flatDayShape }
    guard case .sequence(let items) = field.node.content, items.count == 24 else {
      throw field.found(expected: "default, flat or a list of 24 numbers, one an hour")
    }
    let weights = try field.quantities(.number, in: 0...1e9)
    guard weights.contains(where: { $0 > 0 }) else {
      throw field.error("found 24 zeros, expected at least one hour with activity")
    }
    return weights
  }

  /// Decodes `default_app:`, which every app starts from.
  func defaultApp(
    _ root: MappingReader
  ) throws(ScenarioError) -> (app: AppClass, statesFootprint: Bool) {
    var app = AppClass(name: "")
    guard let section = root.optional("default_app") else { return (app, false) }
    let fields = AppClass.parameterFields.filter { !$0.key.isExactly("count") }
    let reader = try MappingReader(section, keys: fields.map(\.key))
    try reader.read(fields, into: &app, folder: folder)
    return (app, reader.has("footprint"))
  }
}
