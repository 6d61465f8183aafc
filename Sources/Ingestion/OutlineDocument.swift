package import OPML
internal import System

/// An OPML outline that refers to a feed document by a path relative to the OPML file, for example `feeds/a.xml`.
package struct OutlineDocument {
    package let outline: OPMLFeed
    /// The location of the outline, as shown in the report.
    package let place: String
    /// The folder or archive that contains both the document and the OPML file; nil for a separate OPML file.
    package let container: String?
    /// The possible paths of the document in the container or in the file system, the most likely path first.
    let candidates: [String]

    /// Returns nil if the outline's address cannot be a relative path: it has a scheme, begins with a slash or contains
    /// `..`.
    ///
    /// - Parameter list: the path of the OPML file, relative to the container if there is one.
    package init?(_ outline: OPMLFeed, place: String, list: String, container: String?) {
        let address = outline.url
        guard !address.hasPrefix("/"), !address.contains("\\"),
            !address.prefix(while: { $0 != "/" }).contains(":")
        else { return nil }
        var paths: [String] = []
        for text in [address, Self.percentDecoded(address)] {
            let parts = text.split(separator: "/").filter { $0 != "." }
            guard !parts.isEmpty, !parts.contains(".."), !text.utf8.contains(0) else { return nil }
            let path = parts.joined(separator: "/")
            let folder = list.lastIndex(of: "/").map { String(list[...$0]) } ?? ""
            for candidate in container == nil ? [folder + path] : [folder + path, path]
            where !paths.contains(candidate) {
                paths.append(candidate)
            }
        }
        self.outline = outline
        self.place = place
        self.container = container
        candidates = paths
    }

    static func percentDecoded(_ text: String) -> String {
        var out: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count,
                let value = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                out.append(value)
                index += 3
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

extension OutlineDocument {
    /// Finds the documents of outlines and the addresses of their feeds.
    ///
    /// - Parameter root: see `IngestOptions.root`.
    /// - Returns: for each outline, in order, the path of the document and the address of its feed. The element is nil
    ///   if there is no such file, and its address is nil if the file is not a feed.
    package static func resolve(_ wanted: [OutlineDocument], root: String?) throws -> [(
        path: String, address: String?
    )?] {
        var found: [String: String?] = [:]
        for container in Set(wanted.compactMap(\.container)) {
            let paths = Set(wanted.filter { $0.container == container }.flatMap(\.candidates))
            _ = try? ArchiveReader().read(path: container, wants: paths.contains) { entry in
                let path = container + "/" + entry.path
                let address = Ingestor.feedAddress(ofDocument: entry.bytes, at: path, root: root)
                found.updateValue(address, forKey: path)
                return true
            }
        }
        return wanted.map { document in
            for candidate in document.candidates {
                guard let container = document.container else {
                    guard FileSystem.kind(candidate) == .file,
                        let bytes = try? FileSystem.read(candidate, limit: ArticleSource.maxDocumentBytes)
                    else { continue }
                    return (candidate, Ingestor.feedAddress(ofDocument: bytes, at: candidate))
                }
                let path = container + "/" + candidate
                if let address = found[path] { return (path, address) }
            }
            return nil
        }
    }
}
