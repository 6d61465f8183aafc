/// The name of a library in a database on a server.
package struct LibraryName: Hashable, Sendable {
    /// The library that an address without a name refers to.
    package static let main = LibraryName(known: "main")
    package static let maxCharacters = 64

    package let text: String

    /// - Returns: nil unless the text consists of 1...`maxCharacters` of the characters `a` to `z`, `0` to `9`, `.`,
    ///   `_` and `-`. None of them needs an escape in an address.
    package init?(_ text: String) {
        guard (1...Self.maxCharacters).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        self.text = text
    }

    private init(known text: String) { self.text = text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
