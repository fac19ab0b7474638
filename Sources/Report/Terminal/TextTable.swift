/// A table of aligned text columns.
struct TextTable {
  /// Which side of a column's cells is flush.
  enum Side { case left, right }

  private let sides: [Side]
  private var rows: [[String]]
  /// Rows above which a line is drawn.
  private var ruled: [Int] = []

  /// A table with a header of one or more lines.
  init(header: [[String]], sides: [Side]) {
    self.sides = sides
    rows = header
    ruled = [header.count]
  }

  /// Appends a row.
  mutating func row(_ cells: [String]) { rows.append(cells) }

  /// Draws a line above the next row.
  mutating func rule() { ruled.append(rows.count) }

  /// The table with two blanks between columns; lines have no trailing blanks.
  var text: String {
    let widths = sides.indices.map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    let width = widths.reduce(0, +) + 2 * (widths.count - 1)
    var text = ""
    for (index, row) in rows.enumerated() {
      if ruled.contains(index) { text += String(repeating: "-", count: width) + "\n" }
      var line = ""
      for (column, cell) in row.enumerated() {
        let gap = String(repeating: " ", count: widths[column] - cell.count)
        if column > 0 { line += "  " }
        line += sides[column] == .left ? cell + gap : gap + cell
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }
}
