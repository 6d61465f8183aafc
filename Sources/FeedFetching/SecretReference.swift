/// Where a secret is kept: `env:NAME`, or a path, which `file:` may stand before. The secret itself is read only when a
/// request is made, and stands in no database, argument or log.
public enum SecretReference: Sendable, Equatable {
    case environment(String)
    case file(String)

    /// nil where it cannot be one: an empty name or path, or a name that no shell could set.
    public init?(_ text: String) {
        if text.hasPrefix("env:") {
            let name = String(text.dropFirst(4))
            let isName = name.utf8.allSatisfy { (0x30...0x39).contains($0) || Self.isLetter($0) || $0 == 0x5F }
            guard let first = name.utf8.first, isName, !(0x30...0x39).contains(first) else { return nil }
            self = .environment(name)
        } else {
            let path = text.hasPrefix("file:") ? String(text.dropFirst(5)) : text
            guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
            self = .file(path)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

/// How secrets are read: given from outside, so that this room asks neither the environment nor the disk.
public struct SecretReader: Sendable {
    /// The value of an environment variable.
    public var environment: @Sendable (String) -> String?
    /// The bytes of a file, at most 64 KB; nil where it cannot be read.
    public var file: @Sendable (String) -> [UInt8]?

    public init(
        environment: @escaping @Sendable (String) -> String? = { _ in nil },
        file: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
    ) {
        self.environment = environment
        self.file = file
    }

    /// The text behind a reference, or nil.
    public func text(_ reference: String) -> String? { SecretReference(reference).flatMap(text) }

    /// The same of a reference that was understood before.
    public func text(_ reference: SecretReference) -> String? {
        switch reference {
        case .environment(let name): environment(name)
        case .file(let path): file(path).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension SecretReference: CustomStringConvertible {
    /// With its kind in front.
    public var description: String {
        switch self {
        case .environment(let name): "env:\(name)"
        case .file(let path): "file:\(path)"
        }
    }
}
