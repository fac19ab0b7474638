import Foundation
import Testing

@testable import TraceImport
@testable import Workload

/// Compressed files are unpacked, and damaged ones are errors.
@Suite struct ImportFileTests {
  /// `time_s,app\n0,chat\n5,mail\n`, compressed.
  private static let packed: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2b, 0xc9,
    0xcc, 0x4d, 0x8d, 0x2f, 0xd6, 0x49, 0x2c, 0x28, 0xe0, 0x32, 0xd0, 0x49,
    0xce, 0x48, 0x2c, 0xe1, 0x32, 0xd5, 0xc9, 0x4d, 0xcc, 0xcc, 0xe1, 0x02,
    0x00, 0x43, 0xa1, 0x22, 0xed, 0x19, 0x00, 0x00, 0x00,
  ]

  private func message(_ path: String) -> String {
    do {
      return TemporaryFiles.shown(try ImportRequest(format: "auto", paths: [path]).run())
    } catch {
      return "\(error.exitCode) \(error)"
    }
  }

  @Test func gzipIsUnpackedWhateverTheName() throws {
    let files = try TemporaryFiles()
    for name in ["trace.csv.gz", "trace.csv", "-dc", "a b'c"] {
      #expect(message(try files.write(Self.packed, as: name)) == "0 chat; 5 mail")
    }
    // Zeros after the data are only a warning of gzip.
    let padded = try files.write(Self.packed + [UInt8](repeating: 0, count: 512), as: "padded")
    #expect(message(padded) == "0 chat; 5 mail")
  }

  @Test func damagedGzipIsAnErrorOfContent() throws {
    let files = try TemporaryFiles()
    for cut in 2..<Self.packed.count {
      let path = try files.write(Array(Self.packed.prefix(cut)), as: "cut.gz")
      #expect(
        files.without(folder: message(path))
          == "65 cut.gz: error: the gzip data are damaged or cut off; test the file with gzip -t")
    }
    var wrong = Self.packed
    wrong[wrong.count - 6] ^= 1
    #expect(message(try files.write(wrong, as: "sum.gz")).hasPrefix("65 "))
  }

  @Test func largeFilesAreUnpackedToTheEnd() throws {
    let files = try TemporaryFiles()
    let text = (0..<20_000).map { "\($0),app\($0 % 7)\n" }.joined()
    let plain = try files.write("time_s,app\n" + text, as: "large.csv")
    let packed = try files.write(try #require(gzip(plain)), as: "large.csv.gz")
    let first = try ImportRequest(format: "native", paths: [plain]).run()
    let second = try ImportRequest(format: "native", paths: [packed]).run()
    #expect(first.trace == second.trace)
    #expect(first.trace.rows.count == 20_000)
  }

  @Test func unpackingIsBounded() throws {
    let files = try TemporaryFiles()
    let plain = try files.write([UInt8](repeating: 65, count: 3_000_000), as: "zeros")
    let packed = try files.write(try #require(gzip(plain)), as: "zeros.gz")
    #expect(try Gunzip.unpack(path: packed, limit: 70_000).count == 70_000)
  }

  /// The file packed by the tool, nil when it fails.
  private func gzip(_ path: String) -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-c", path]
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? Array(data) : nil
  }
}
