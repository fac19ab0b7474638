import Device
import Workload

extension ScenarioFile {
  /// The scenario with every field and its default as YAML; reading it gives the same points.
  ///
  /// Fields that differ between the points are printed as the scenario states them, or not at all
  /// when they follow from swept ones (the memory lines follow `device.ram`).
  public func resolvedText() -> String { resolved(commented: true).block() }

  /// The same as JSON, for `manifest.json`.
  public func resolvedJSON() -> String { resolved(commented: false).json }

  private func resolved(commented: Bool) -> ResolvedValue {
    var pairs = [
      ResolvedPair("version", .quantity("1")),
      ResolvedPair("name", .text(name)),
      ResolvedPair("seed", .quantity("\(seed)")),
      ResolvedPair("replications", .quantity("\(replications)")),
    ]
    if case .mapping(let common) = commonPart(commented: commented) { pairs += common }
    pairs.append(
      ResolvedPair(
        "policies", .list(policies.map { $0.resolved(readable: commented) }), isBlock: true))
    if !sweptKeys.isEmpty, let sweep = tree.value("sweep") {
      pairs.append(ResolvedPair("sweep", ResolvedValue(sweep).blocks, isBlock: true))
    }
    pairs.append(ResolvedPair("compare", resolvedComparison(commented), isBlock: true))
    return .mapping(pairs)
  }

  private func commonPart(commented: Bool) -> ResolvedValue {
    guard points.count > 1, let first = points.first else {
      return points.first?.resolved(commented: commented) ?? .mapping([])
    }
    var common = first.resolved(commented: commented)
    for point in points.dropFirst() {
      common =
        common.common(with: point.resolved(commented: commented), stated: tree) ?? .mapping([])
    }
    return common
  }
}

extension ResolvedValue {
  /// What two points have in common: where they differ, what the scenario states there, and nothing
  /// where it states nothing.
  fileprivate func common(with other: ResolvedValue, stated: YAMLNode?) -> ResolvedValue? {
    if self == other { return self }
    switch (self, other) {
    case (.mapping(let pairs), .mapping) where !isDistribution && !other.isDistribution:
      return .mapping(
        pairs.compactMap { pair in
          guard let twin = other[pair.key] else { return nil }
          let value = pair.value.common(with: twin, stated: stated?.value(pair.key))
          return value.map {
            ResolvedPair(
              pair.key, $0, comment: $0 == pair.value ? pair.comment : nil, isBlock: pair.isBlock)
          }
        })
    case (.list(let items), .list(let others)) where hasSameNames(items, others):
      return .list(
        zip(items, others).map { item, twin in
          item.common(with: twin, stated: stated?.entry(named: item["name"])) ?? item
        })
    default: return stated.map { ResolvedValue($0) }
    }
  }

  /// `{name: {…}}`, which is printed whole or not at all.
  private var isDistribution: Bool {
    guard case .mapping(let pairs) = self, pairs.count == 1, case .mapping = pairs[0].value else {
      return false
    }
    return DistributionForm.names.containsExactly(pairs[0].key)
  }

  private func hasSameNames(_ items: [ResolvedValue], _ others: [ResolvedValue]) -> Bool {
    !items.isEmpty && items.map { $0["name"] } == others.map { $0["name"] }
      && items.allSatisfy { $0["name"] != nil }
  }

  /// The same with the first two levels of mappings in block style.
  fileprivate var blocks: ResolvedValue {
    guard case .mapping(let pairs) = self else { return self }
    return .mapping(pairs.map { ResolvedPair($0.key, $0.value, isBlock: true) })
  }
}

extension YAMLNode {
  /// The entry of a list of named mappings.
  fileprivate func entry(named name: ResolvedValue?) -> YAMLNode? {
    guard case .sequence(let items) = content, case .text(let name)? = name else { return nil }
    return items.first { item in
      if case .scalar(let text, _)? = item.value("name")?.content {
        text.isExactly(name)
      } else {
        false
      }
    }
  }
}

extension PolicyEntry {
  /// The entry as a scenario writes it, every parameter stated.
  fileprivate func resolved(readable: Bool) -> ResolvedValue {
    if specification.arguments.isEmpty, specification.givenLabel == nil {
      return .text(specification.name)
    }
    if specification.name.isExactly(FormulaPolicy.description.name) { return resolvedFormula }
    var parameters: [ResolvedPair] = []
    for parameter in description.parameters {
      guard let value = specification.value(parameter.name, in: description) else { continue }
      parameters.append(
        ResolvedPair(parameter.name, value.resolved(parameter.kind, readable: readable)))
    }
    var pairs = [ResolvedPair(specification.name, .mapping(parameters))]
    if let label = specification.givenLabel { pairs.append(ResolvedPair("as", .text(label))) }
    return .mapping(pairs)
  }

  /// A formula as a scenario writes it; its label only when it was given.
  private var resolvedFormula: ResolvedValue {
    let text = specification.arguments.first?.value.text ?? ""
    var pairs = [ResolvedPair(specification.name, .text(text))]
    if !label.isExactly("\(specification.name)[\(text)]") {
      pairs.append(ResolvedPair("as", .text(label)))
    }
    return .mapping(pairs)
  }
}

extension PolicyParameterValue {
  fileprivate func resolved(_ kind: PolicyParameterKind, readable: Bool) -> ResolvedValue {
    switch (self, kind) {
    case (.number(let value), .seconds):
      .quantity(
        readable ? Quantity.seconds.readableText(of: value) : Quantity.seconds.text(of: value))
    case (.number(let value), _): .quantity(plainText(value))
    case (.word(let word), _): .text(word)
    case (.flag(let flag), _): .flag(flag)
    }
  }
}

extension ScenarioFile {
  /// How the policies are compared: for people with what is taken where the scenario says nothing.
  fileprivate func resolvedComparison(_ commented: Bool) -> ResolvedValue {
    var pairs: [ResolvedPair] = []
    let baseline = comparison.baseline ?? (commented ? usualBaseline : nil)
    let metrics =
      comparison.metrics.isEmpty && commented
      ? ComparisonSettings.usualMetrics : comparison.metrics
    func comment(_ text: String) -> String? { commented ? text : nil }
    if let baseline {
      pairs.append(
        ResolvedPair(
          "baseline", .text(baseline),
          comment: comment("the policy that the others are compared with")))
    }
    pairs.append(
      ResolvedPair(
        "adjust", .text(comparison.adjustment.rawValue),
        comment: comment("of p-values, over policies x metrics: holm, bonferroni, none")))
    if !metrics.isEmpty {
      pairs.append(ResolvedPair("metrics", .list(metrics.map { .text($0) }), isBlock: commented))
    }
    pairs.append(
      ResolvedPair(
        "confidence", .quantity(Quantity.fraction.text(of: comparison.confidence)),
        comment: comment("of all intervals")))
    return .mapping(pairs)
  }
}
