/// A table of aligned text columns.
///
/// Columns without any content below the header are left out. Numbers with an error and numbers
/// without one stand under each other. Nothing is cut: a label that would make the table too wide
/// has a line of its own.
struct TextTable {
  /// How a column's cells are aligned.
  enum Side {
    case left, right
    /// Right, and numbers, with ` ± ` and an error or without, by their decimal points.
    case measured
  }

  private static let plusMinus = " ± "

  private let sides: [Side]
  private let headerCount: Int
  private let labelColumn: Int?
  private let width: Int
  private var rows: [[String]]
  /// Rows above which a line is drawn.
  private var ruled: [Int] = []

  /// A table with a header of one or more lines.
  ///
  /// - Parameters:
  ///   - header: The lines of the header.
  ///   - sides: How each column is aligned.
  ///   - labels: The column whose cells may be of any length.
  ///   - width: How wide the table may be, as far as the labels decide it.
  init(header: [[String]], sides: [Side], labels: Int? = nil, width: Int = 100) {
    self.sides = sides
    self.width = width
    labelColumn = labels
    headerCount = header.count
    rows = header
    ruled = [header.count]
  }

  /// Appends a row.
  mutating func row(_ cells: [String]) { rows.append(cells) }

  /// Draws a line above the next row.
  mutating func rule() { ruled.append(rows.count) }

  /// The table with two blanks between columns; lines have no trailing blanks.
  var text: String {
    let columns = sides.indices.filter { column in
      rows.dropFirst(headerCount).contains { column < $0.count && !$0[column].isEmpty }
    }
    var cells = rows.map { row in columns.map { $0 < row.count ? row[$0] : "" } }
    for (place, column) in columns.enumerated() where sides[column] == .measured {
      alignNumbers(&cells, column: place)
    }
    var widths = columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    let labels = columns.firstIndex { $0 == labelColumn }
    if let labels {
      let others = widths.indices.reduce(0) { $0 + ($1 == labels ? 0 : widths[$1] + 2) }
      let room = max(20, width - others)
      widths[labels] = cells.map { $0[labels].count }.filter { $0 <= room }.max() ?? room
    }
    let total = widths.reduce(0, +) + 2 * max(0, widths.count - 1)
    var text = ""
    for (index, row) in cells.enumerated() {
      if ruled.contains(index) { text += String(repeating: "-", count: total) + "\n" }
      if let labels, row[labels].count > widths[labels] {
        text += line(Array(row[...labels]), columns, widths)
        text += line(
          row.enumerated().map { $0 <= labels ? "" : $1 }, columns, widths)
      } else {
        text += line(row, columns, widths)
      }
    }
    return text
  }

  private func line(_ row: [String], _ columns: [Int], _ widths: [Int]) -> String {
    var line = ""
    for (place, cell) in row.enumerated() {
      let gap = String(repeating: " ", count: max(0, widths[place] - cell.count))
      if place > 0 { line += "  " }
      line += sides[columns[place]] == .left ? cell + gap : gap + cell
    }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  /// Puts the numbers of a column below each other: decimal points, and errors where there are any.
  private func alignNumbers(_ cells: inout [[String]], column: Int) {
    let body = cells.indices.dropFirst(headerCount)
    let numbers = body.filter { row in
      let cell = cells[row][column]
      return cell.last?.isNumber == true
        && cell.first { $0.isNumber || $0.isLetter }?.isNumber == true
    }
    let parts = numbers.map { row -> (number: String, error: String) in
      let cell = cells[row][column]
      guard let sign = cell.ranges(of: Self.plusMinus).first else { return (cell, "") }
      return (String(cell[..<sign.lowerBound]), String(cell[sign.upperBound...]))
    }
    func decimals(_ number: String) -> Int {
      number.lastIndex(of: ".").map { number.distance(from: $0, to: number.endIndex) } ?? 0
    }
    let most = parts.map { decimals($0.number) }.max() ?? 0
    let width = parts.map(\.error.count).max() ?? 0
    for (row, part) in zip(numbers, parts) {
      var cell = part.number + String(repeating: " ", count: most - decimals(part.number))
      if width > 0 {
        let error = part.error.isEmpty ? "   " : Self.plusMinus
        cell += error + String(repeating: " ", count: width - part.error.count) + part.error
      }
      cells[row][column] = cell
    }
  }
}
