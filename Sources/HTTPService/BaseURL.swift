package import HTTPServer

/// The public address of the service: `https://HOST[:PORT][/PATH]`.
package struct BaseURL: Sendable, Equatable {
    package let isSecure: Bool
    package let host: HTTPHost
    /// The segments of the base path; empty if the service uses the whole host.
    package let path: [String]

    /// - Returns: nil if the text is not a valid base address.
    package init?(_ text: String) {
        // Splitting "https://host" at "/" gives "https:", an empty part and the host.
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[1].isEmpty, let host = HTTPHost(String(parts[2])) else { return nil }
        switch parts[0].lowercased() {
        case "http:": isSecure = false
        case "https:": isSecure = true
        default: return nil
        }
        self.host = host
        path = parts.dropFirst(3).filter { !$0.isEmpty }.map(String.init)
        let isPlain = path.joined().utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        }
        guard isPlain, !path.contains("."), !path.contains("..") else { return nil }
    }

    /// The origin in the format of the `Origin` header.
    var origin: String { (isSecure ? "https://" : "http://") + host.description }

    /// The whole address, without a trailing slash.
    package var text: String { origin + path.map { "/" + $0 }.joined() }

    /// The `Path` attribute of cookies.
    var cookiePath: String { "/" + path.joined(separator: "/") }

    /// Removes the base path from the start of a path. The path is unchanged if a proxy has already removed the base
    /// path.
    func withoutPrefix(_ path: [String]) -> [String] {
        !self.path.isEmpty && path.starts(with: self.path) ? Array(path.dropFirst(self.path.count)) : path
    }
}
