/// A library in the directory of a host. It has the articles of the account that owns it.
public struct HostedLibrary: Sendable, Equatable {
    public typealias ID = Int64

    public enum State: String, Sendable {
        /// The library may not exist yet: the command that creates it was interrupted, or is running.
        case new
        case ready
        /// The library is being deleted, with everything in it. It belongs to no account.
        case removing
        /// The library has been deleted, and is deleted once more after a day.
        case removed
        /// The library has been deleted twice. The row stays, because its name and its place are never used again: a
        /// process that is still deleting the library could otherwise delete a new one of this name.
        case erased
    }

    /// The number of the library. It is never used again, so that addresses with it never lead to another library.
    public let id: ID
    public let name: String
    /// The place of the library. It is relative to the host unless it is a path that begins with `/` or the address of a
    /// server.
    public let address: String
    /// Increases with each change of the address, so that processes notice that they have the former place open.
    public let version: Int64
    public let state: State
    /// The name of the account that owns the library; nil if that account was removed.
    public var owner: String?
    /// Whether the owner is suspended or waits for its removal. The library is then neither served by addresses without
    /// a credential nor refreshed.
    public var isPaused = false

    /// The stored role of the owner of a library.
    static let ownerRole = LibraryRole.owner.rawValue
}

/// The names of libraries that a host chooses for new accounts.
public enum HostedLibraryName {
    /// The names of files and libraries that a host uses itself.
    private static let reserved: Set = ["main", "service", "host"]
    private static let maxCharacters = 48

    /// Whether the host uses the name itself or may assign it to a later library.
    public static func isReserved(_ name: String) -> Bool { reserved.contains(name) || name.hasPrefix("library-") }

    /// The name of a library for an account: the name of the account in lower case if this is a plain one, so that
    /// neither a path nor an address needs an escape; otherwise one with the number of the library.
    static func name(for account: String, id: HostedLibrary.ID, isTaken: (String) throws -> Bool) rethrows -> String {
        let folded = NameRules.folded(account)
        let numbered = "library-\(id)"
        guard isPlain(folded), !isReserved(folded) else { return numbered }
        return try isTaken(folded) ? numbered : folded
    }

    /// Whether a name has 1...`maxCharacters` of the characters `a` to `z`, `0` to `9`, `_` and `-`, and begins with a
    /// letter or a digit.
    public static func isPlain(_ name: String) -> Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard let first = name.utf8.first, name.utf8.count <= maxCharacters, isAlphanumeric(first) else { return false }
        return name.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    }
}
