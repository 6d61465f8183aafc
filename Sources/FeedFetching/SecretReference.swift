/// A reference to a secret: `env:NAME`, a path with or without `file:`, or `stored:NAME` for a secret that the service
/// stores encrypted. The secret itself is read only when a request needs it, and never appears in a library, argument
/// or log.
public enum SecretReference: Sendable, Equatable {
    case environment(String)
    case file(String)
    /// The name of a stored secret, which has 32 hexadecimal digits.
    case stored(String)

    /// Returns nil if the name or path is empty, or if the name is not a valid name of an environment variable.
    public init?(_ text: String) {
        if let name = Self.storedName(text) {
            self = .stored(name)
            return
        }
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

    private static func storedName(_ text: String) -> String? {
        guard text.hasPrefix("stored:") else { return nil }
        let name = text.dropFirst("stored:".count)
        let isName =
            name.utf8.count == 32 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isName ? String(name) : nil
    }

    /// Whether a text refers to a secret that the service stores.
    ///
    /// A stored secret is bound to one origin and is never read for another origin, so it needs no confirmation.
    public static func isStored(_ text: String) -> Bool { storedName(text) != nil }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

/// Reads secrets. The functions are passed in, so that this module reads neither the environment nor the disk.
public struct SecretReader: Sendable {
    /// The value of an environment variable.
    public var environment: @Sendable (String) -> String?
    /// The bytes of a file of at most 64 KB; nil if the file cannot be read.
    public var file: @Sendable (String) -> [UInt8]?
    /// Returns the secret that the service stores under a name; nil if the name is unknown or the secret is bound to
    /// another origin. Throws an error if this machine cannot read stored secrets, for example without the key.
    public var stored: @Sendable (_ name: String, _ origin: WebOrigin) throws -> String? = { _, _ in nil }

    public init(
        environment: @escaping @Sendable (String) -> String? = { _ in nil },
        file: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
    ) {
        self.environment = environment
        self.file = file
    }

    /// The text of a secret; nil if the secret cannot be read.
    ///
    /// - Parameter origin: the origin that the secret will be sent to; if nil, stored secrets are not read.
    public func text(_ reference: String, for origin: WebOrigin? = nil) -> String? {
        SecretReference(reference).flatMap { text($0, for: origin) }
    }

    /// The text of a secret for a parsed reference.
    public func text(_ reference: SecretReference, for origin: WebOrigin? = nil) -> String? {
        (try? read(reference, for: origin)) ?? nil
    }

    /// Like `text`, but throws the error of `stored`.
    public func read(_ reference: SecretReference, for origin: WebOrigin? = nil) throws -> String? {
        switch reference {
        case .environment(let name): environment(name)
        case .file(let path): file(path).map { String(decoding: $0, as: UTF8.self) }
        case .stored(let name): try origin.flatMap { try stored(name, $0) }
        }
    }
}

extension SecretReference: CustomStringConvertible {
    /// The reference in its full form: `env:NAME`, `file:PATH` or `stored:NAME`.
    public var description: String {
        switch self {
        case .environment(let name): "env:\(name)"
        case .file(let path): "file:\(path)"
        case .stored(let name): "stored:\(name)"
        }
    }
}
