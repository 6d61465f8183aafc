package import PostgreSQL

/// Identifies a library, or a separate part of one, by the values of the first two columns of every table.
package struct LibrarySlot: Hashable, Sendable {
    package var library: Int64
    package var slot: Int16

    package init(library: Int64, slot: Int16 = 0) {
        self.library = library
        self.slot = slot
    }

    /// The notification channel on which writers announce changes of the library.
    var channel: String { "feedsearch_\(library)_\(slot)" }

    /// The values of the columns `library` and `slot`.
    package var values: [PostgresValue] { [.integer(library), .int16(slot)] }

    // No two locks have the same key as long as a database has had fewer than 2^28 libraries.

    /// The key of the advisory lock that a writer holds until the end of its transaction: "fdwr" combined with the
    /// library's id. This lock must be taken before `indexLock`.
    package var writeLock: Int64 { 0x6664_7772 << 32 ^ library << 16 ^ Int64(slot) }
    /// The key of the advisory lock held while the index is changed: "fdix" combined with the library's id.
    package var indexLock: Int64 { 0x6664_6978 << 32 ^ library << 16 ^ Int64(slot) }
    /// The key of the advisory lock held by the session that delivers alerts: "fddl" combined with the library's id.
    package var deliveryLock: Int64 { 0x6664_646C << 32 ^ library << 16 ^ Int64(slot) }
    /// The key of the advisory lock held by the session that refreshes feeds: "fdrf" combined with the library's id.
    package var refreshLock: Int64 { 0x6664_7266 << 32 ^ library << 16 ^ Int64(slot) }
    /// The key of the advisory lock that a writer of accounts holds until the end of its transaction: "fdac" combined
    /// with the library's id.
    package var accountLock: Int64 { 0x6664_6163 << 32 ^ library << 16 ^ Int64(slot) }
    /// The key of the advisory lock that a writer of shared fetches holds until the end of its transaction: "fdsf"
    /// combined with the library's id.
    package var fetchLock: Int64 { 0x6664_7366 << 32 ^ library << 16 ^ Int64(slot) }
}
