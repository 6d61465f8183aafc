/// Addresses of artificial feeds. Every article needs a feed, but articles from a read-later service have none.
package enum ServiceFeed: String, CaseIterable, Sendable {
    case freshRSS = "FreshRSS"
    case googleReader = "Google Reader"
    case instapaper = "Instapaper"
    case liferea = "Liferea"
    case miniflux = "Miniflux"
    case netNewsWire = "NetNewsWire"
    case newsboat = "newsboat"
    case pocket = "Pocket"
    case wallabag = "wallabag"

    /// The address of the artificial feed, for example `urn:feedsearch:pocket`.
    package var address: String {
        "urn:feedsearch:" + String(rawValue.lowercased().map { $0 == " " ? "-" : $0 })
    }

    package var title: String { rawValue }

    /// The address of a feed that is known only by the reader's own number or command, used to group its articles:
    /// `urn:feedsearch:newsboat:exec%3Amake-feed`.
    func address(of own: String) -> String {
        guard !own.isEmpty else { return address }
        var text = address + ":"
        for byte in own.utf8.prefix(Self.longestName) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return text
    }

    private static let longestName = 512
}
