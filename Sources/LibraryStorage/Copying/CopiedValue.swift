/// A value in a row that is copied between libraries of any engine.
package enum CopiedValue: Sendable {
    case null
    /// An integer. Booleans are stored as 0 and 1.
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
    case integers([Int64])

    package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    package var integers: [Int64] { if case .integers(let value) = self { value } else { [] } }

    package static func integer(orNull value: Int64?) -> Self { value.map { .integer($0) } ?? .null }
    package static func text(orNull value: String?) -> Self { value.map { .text($0) } ?? .null }
    package static func bytes(orNull value: [UInt8]?) -> Self { value.map { .bytes($0) } ?? .null }

    /// Approximate size in memory, in bytes.
    var byteCount: Int {
        switch self {
        case .null, .integer: 16
        case .text(let value): 16 + value.utf8.count
        case .bytes(let value): 16 + value.count
        case .integers(let values): 16 + 8 * values.count
        }
    }

    /// Whether two values are equal when stored. Texts are compared by bytes, except that NUL equals U+FFFD, because an
    /// engine may store NUL as U+FFFD.
    func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.integer(let one), .integer(let two)): one == two
        case (.text(let one), .text(let two)):
            one.utf8.elementsEqual(two.utf8)
                || one.unicodeScalars.lazy.map(Self.withoutNUL).elementsEqual(
                    two.unicodeScalars.lazy.map(Self.withoutNUL))
        case (.bytes(let one), .bytes(let two)): one == two
        case (.integers(let one), .integers(let two)): one == two
        default: false
        }
    }

    /// Whether the value sorts before another value of its column: numbers ascending, texts by their bytes.
    func precedes(_ other: Self) -> Bool {
        switch (self, other) {
        case (.integer(let one), .integer(let two)): one < two
        case (.text(let one), .text(let two)): one.utf8.lexicographicallyPrecedes(two.utf8)
        default: false
        }
    }

    private static func withoutNUL(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.value == 0 ? "\u{FFFD}" : scalar
    }
}
