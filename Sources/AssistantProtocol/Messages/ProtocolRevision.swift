/// A revision of the Model Context Protocol that this program speaks (<https://modelcontextprotocol.io/specification>).
package enum ProtocolRevision: String, CaseIterable, Sendable {
    /// Each request states its revision, and there is no handshake.
    case stateless = "2026-07-28"
    case handshake202511 = "2025-11-25"
    case handshake202506 = "2025-06-18"

    /// The revision offered to a client whose handshake asks for an unknown one.
    static let newestWithHandshake = ProtocolRevision.handshake202511

    package static let names = allCases.map(\.rawValue)

    package var hasHandshake: Bool { self != .stateless }
}
