import Foundation

/// Material that is shared between projects and not part of this one: tests that need it are skipped where it is absent.
enum SharedMaterial {
    /// `../shared` beside the package, or where FEEDSEARCH_SHARED points.
    static let root: URL? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["FEEDSEARCH_SHARED"].map { URL(fileURLWithPath: $0) }
        return [named, package.deletingLastPathComponent().appendingPathComponent("shared")].compactMap { $0 }
            .first { FileManager.default.fileExists(atPath: $0.appendingPathComponent("hostile").path) }
    }()

    /// The lines of a JSONL file; empty if there is none.
    static func rows<Row: Decodable>(_ path: String, as: Row.Type) -> [Row] {
        guard let root, let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) else {
            return []
        }
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    }
}
