private import Glibc

/// Where a secret is: `env:NAME` or `file:PATH`. The secret itself is never stored and never shown.
public enum SecretReference: Sendable, Equatable {
    case variable(String)
    case file(String)

    /// - Throws: `AlertSettingError.secret`.
    public init(_ text: String) throws(AlertSettingError) {
        if text.hasPrefix("env:"), text.utf8.count > 4 {
            self = .variable(String(text.dropFirst(4)))
        } else if text.hasPrefix("file:"), text.utf8.count > 5 {
            self = .file(String(text.dropFirst(5)))
        } else {
            throw .secret(text)
        }
    }

    private static let maxBytes = 4_096

    /// The secret, without the line end behind it.
    func read(_ variable: (String) -> String?) throws(AlertFailure) -> String {
        let found: String?
        switch self {
        case .variable(let name): found = variable(name)
        case .file(let path): found = Self.contents(path)
        }
        guard var secret = found else { throw AlertFailure("the secret cannot be read: \(self)") }
        while let last = secret.unicodeScalars.last, last.value <= 0x20 { secret.unicodeScalars.removeLast() }
        guard !secret.isEmpty else { throw AlertFailure("the secret is empty: \(self)") }
        return secret
    }

    private static func contents(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: maxBytes)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, maxBytes) }
        guard count >= 0 else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

extension SecretReference: CustomStringConvertible {
    /// As it is typed.
    public var description: String {
        switch self {
        case .variable(let name): "env:\(name)"
        case .file(let path): "file:\(path)"
        }
    }
}
