import Workload

extension MappingReader {
  /// Reads every field that the mapping states into a configuration; the others keep their values.
  ///
  /// - Parameters:
  ///   - fields: The configuration's list of fields.
  ///   - root: Where the values go.
  ///   - folder: The folder that file names are relative to.
  /// - Throws: `ScenarioError` at the first value that is wrong.
  func read<Root>(
    _ fields: [ParameterField<Root>], into root: inout Root, folder: String
  ) throws(ScenarioError) {
    for field in fields {
      guard let value = optional(field.key) else { continue }
      switch field.access {
      case .number(let path, let range):
        root[keyPath: path] = try value.quantity(field.quantity, in: range)
      case .optionalNumber(let path, let range):
        root[keyPath: path] =
          value.isWord("none") ? nil : try value.quantity(field.quantity, in: range)
      case .integer(let path, let range):
        root[keyPath: path] = try value.integer(in: range)
      case .flag(let path):
        root[keyPath: path] = try value.flag()
      case .distribution(let path):
        root[keyPath: path] = try value.distribution(field.quantity, folder: folder)
      }
    }
  }
}
