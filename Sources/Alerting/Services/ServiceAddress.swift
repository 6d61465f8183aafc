internal import FeedFetching

/// The server of a service, and the target there, such as a chat.
public struct ServiceAddress: Sendable, Equatable {
    /// The name of the preset.
    public let preset: String
    /// The server's address, without a slash at its end.
    let server: String
    let target: String?

    /// Parses `NAME`, `NAME:TARGET`, `NAME:SERVER` or `NAME:SERVER/TARGET`; nil if the text is not valid for the preset.
    init?(_ text: String, _ preset: ServicePreset) {
        self.preset = preset.name
        var rest = String(text.dropFirst(preset.name.count))
        guard rest.isEmpty || rest.hasPrefix(":"), rest.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        if !rest.isEmpty { rest.removeFirst() }
        guard AlertChannel.isWeb(rest) else {
            guard let server = preset.server else { return nil }
            self.server = server
            if let isTarget = preset.isTarget {
                guard isTarget(rest) else { return nil }
                target = rest
            } else {
                guard rest.isEmpty, !text.hasSuffix(":") else { return nil }
                target = nil
            }
            return
        }
        if let isTarget = preset.isTarget {
            guard let slash = rest.lastIndex(of: "/") else { return nil }
            let last = String(rest[rest.index(after: slash)...])
            guard isTarget(last) else { return nil }
            target = last
            rest = String(rest[..<slash])
        } else {
            target = nil
            while rest.hasSuffix("/") { rest.removeLast() }
        }
        guard !rest.hasSuffix("/"), let address = try? WebAddress(rest), !rest.contains("?"), !rest.contains("#") else {
            return nil
        }
        // The rest of such an address is the secret, which is neither an argument nor stored in the database.
        if case .address = preset.secret {
            guard let scheme = rest.firstRange(of: "://"), !rest[scheme.upperBound...].contains(where: "/@".contains)
            else { return nil }
            rest = address.origin.description
        }
        server = rest
    }
}
