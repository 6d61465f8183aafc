/// Video or audio in the player of a provider, recognised by the address of its frame or page.
///
/// Only the provider, the id and a few fields with fixed forms are taken from an address. The addresses `page` and
/// `frame` are built from them, so that no other part of a feed reaches a provider.
public struct EmbeddedPlayer: Sendable, Equatable {
    /// The name of the provider as it is usually written, such as `YouTube`.
    public let provider: String
    public let isAudio: Bool
    /// The address of the provider's page, for a link.
    public let page: String
    /// The address to load in a frame. It starts the player automatically.
    public let frame: String

    /// Recognises the address of a player.
    ///
    /// - Parameter address: an absolute address, or one without a scheme (`//…`).
    /// - Returns: nil if no row of the table of providers matches.
    public init?(_ address: String) {
        guard let address = PlayerAddress(address) else { return nil }
        for row in PlayerProvider.table {
            guard let found = row.match(address) else { continue }
            self.init(row, id: found.id, fields: found.fields)
            return
        }
        return nil
    }

    /// The origins from which frames are loaded, for a Content-Security-Policy.
    public static let frameOrigins: [String] = {
        var origins: [String] = []
        for row in PlayerProvider.table {
            let origin = "https://" + row.frame.dropFirst("https://".count).prefix { $0 != "/" }
            if !origins.contains(origin) { origins.append(origin) }
        }
        return origins
    }()

    private init(_ row: PlayerProvider, id: String, fields: [(name: String, value: String)]) {
        provider = row.name
        isAudio = row.isAudio
        func fill(_ template: String) -> String {
            let address = template.replacing("{id}", with: row.id.written(id))
            return fields.reduce(address) { $0 + ($0.contains("?") ? "&" : "?") + $1.name + "=" + $1.value }
        }
        page = fill(row.page)
        frame = fill(row.frame)
    }
}

/// The parts of an address that are needed to match a provider.
struct PlayerAddress {
    let host: String
    let segments: [String]
    let query: [(name: String, value: String)]

    init?(_ address: String) {
        guard address.utf8.count <= 2_000 else { return nil }
        var bytes = URLReference.clean(Array(address.utf8))
        if bytes.starts(with: "//".utf8) { bytes = Array("https:".utf8) + bytes }
        let parts = URLReference.Parts(bytes)
        // The address of a provider has no user name, password or port.
        guard parts.isWeb, let authority = parts.authority else { return nil }
        host = String(decoding: authority, as: UTF8.self).lowercased()
        segments = String(decoding: parts.path, as: UTF8.self).split(separator: "/").map(String.init)
        query = String(decoding: parts.query ?? [], as: UTF8.self).split(separator: "&").compactMap { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { return nil }
            return (String(sides[0]), Self.decoded(sides[1]))
        }
    }

    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
