import CYAML

/// One event of libyaml's parser, with the parts that a scenario needs.
enum YAMLEvent {
  case scalar(String, YAMLNode.Style, anchor: String?)
  case alias(String)
  case sequenceStart(anchor: String?)
  case mappingStart(anchor: String?)
  /// The end of the innermost sequence or mapping.
  case end
}

/// Reads the events of one YAML document from a text, one at a time.
///
/// libyaml's event parser streams: it holds neither a tree nor expanded aliases, so a depth limit
/// in the caller stops 200,000 opening brackets at the 65th.
struct YAMLEventReader: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>
  private let file: String

  /// Starts reading; `text` has been through `YAMLText.checked`.
  init(_ text: ArraySlice<UInt8>, file: String) throws(ScenarioError) {
    self.file = file
    self.text = .allocate(capacity: text.count)
    _ = self.text.initialize(from: text)
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    guard yaml_parser_initialize(parser) == 1 else {
      throw ScenarioError(SourcePosition(file: file, line: 1, column: 1), "out of memory")
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, self.text.baseAddress, self.text.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  /// The next event of the document's content; nil at the end of the text.
  ///
  /// - Throws: `ScenarioError` for text that is not YAML, explicit tags and a second document.
  mutating func next() throws(ScenarioError) -> (event: YAMLEvent, position: SourcePosition)? {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
      defer { yaml_event_delete(&event) }
      let position = place(event.start_mark)
      switch event.type {
      case YAML_STREAM_END_EVENT: return nil
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
      case YAML_DOCUMENT_START_EVENT:
        documents += 1
        if documents > 1 {
          throw ScenarioError(position, "found a second document, expected one scenario a file")
        }
      case YAML_SCALAR_EVENT: return (try scalar(event, position), position)
      case YAML_ALIAS_EVENT: return (.alias(name(event.data.alias.anchor) ?? ""), position)
      case YAML_SEQUENCE_START_EVENT:
        let start = event.data.sequence_start
        try refuseTag(start.tag, position)
        return (.sequenceStart(anchor: name(start.anchor)), position)
      case YAML_MAPPING_START_EVENT:
        let start = event.data.mapping_start
        try refuseTag(start.tag, position)
        return (.mappingStart(anchor: name(start.anchor)), position)
      default: return (.end, position)
      }
    }
  }

  private var documents = 0

  private func scalar(
    _ event: yaml_event_t, _ position: SourcePosition
  ) throws(ScenarioError) -> YAMLEvent {
    let scalar = event.data.scalar
    try refuseTag(scalar.tag, position)
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    let isFolded = event.start_mark.line != event.end_mark.line
    return .scalar(
      String(decoding: bytes, as: UTF8.self), isFolded ? .folded : isPlain ? .plain : .quoted,
      anchor: name(scalar.anchor))
  }

  private func refuseTag(
    _ tag: UnsafeMutablePointer<yaml_char_t>?, _ position: SourcePosition
  ) throws(ScenarioError) {
    guard let tag = name(tag) else { return }
    throw ScenarioError(
      position, "found the tag '\(shortened(tag))': the field decides what a value is, remove it")
  }

  private func name(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    text.map { String(cString: $0) }
  }

  private func place(_ mark: yaml_mark_t) -> SourcePosition {
    SourcePosition(file: file, line: mark.line + 1, column: mark.column + 1)
  }

  /// The error libyaml stopped at, in words of its own with the context's line; a tab is named.
  private func syntaxError() -> ScenarioError {
    let problem = parser.pointee
    let bytes = ArraySlice(UnsafeBufferPointer(text))
    let position = YAMLText.within(bytes, place(problem.problem_mark))
    if YAMLText.hasTab(bytes, line: position.line, column: position.column) {
      return ScenarioError(position, "found a tab in the indentation, expected spaces")
    }
    var message = problem.problem.map { String(cString: $0) } ?? "not valid YAML"
    if let context = problem.context {
      let line = YAMLText.within(bytes, place(problem.context_mark)).line
      message += " \(String(cString: context))"
      if line != position.line, line > 1 || problem.context_mark.column > 0 {
        message += " that begins in line \(line)"
      }
    }
    return ScenarioError(position, "not valid YAML: \(message)")
  }
}
