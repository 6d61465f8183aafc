/// Keeps the members of a library, each of whom has their own state of its articles: read, starred and opened, and the
/// actions that they can undo. The owner is not a member.
public protocol MemberStoring: AnyObject {
    /// The member whose state all operations read and write; nil for the owner.
    ///
    /// Rules, retention, alerts and the storing of articles always follow the owner's state.
    var member: Int64? { get set }

    /// All members, by number.
    func members() throws -> [LibraryMember]

    /// Adds a member, or changes the name of a known one. All articles are unread for a new member.
    ///
    /// - Parameter uid: identifies the member in copies of the library.
    func setMember(_ member: LibraryMember) throws

    /// Gives a member another number, for example because the account has another number on the host to which the
    /// library was moved. Earlier changes of the member's state can then no longer be undone.
    ///
    /// - Returns: false if no member has the number, or if another member has the new one.
    @discardableResult
    func renumberMember(_ number: Int64, to new: Int64) throws -> Bool

    /// Removes a member with their state. Their other actions, such as deletions, become the owner's.
    ///
    /// - Returns: false if no member has the number.
    @discardableResult
    func removeMember(_ number: Int64) throws -> Bool
}

/// A person who shares a library with its owner.
public struct LibraryMember: Sendable, Equatable {
    /// The number of the account on the host; positive.
    public var number: Int64
    /// The same in all copies of the library.
    public var uid: String
    public var name: String
    /// When the member was added, in seconds since 1970.
    public var added: Int64

    public init(number: Int64, uid: String, name: String, added: Int64) {
        self.number = number
        self.uid = uid
        self.name = name
        self.added = added
    }
}
