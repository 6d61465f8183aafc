public import Articles
internal import System

/// Manages the members of a library, for example with `library.members.add(12, name: "anna")`.
///
/// A member has their own state of the articles (`Library.view(asMember:)`). Who may use the library is decided by the
/// service, which keeps this list up to date.
public struct LibraryMembers: LibraryPart {
    let library: Library

    /// All members, by number; the owner is not a member.
    public func all() throws -> [LibraryMember] { try store.members() }

    /// Adds a member, for whom all articles are unread, or changes the name of a known one.
    ///
    /// - Parameter number: the number of the account on the host; positive.
    @discardableResult
    public func add(_ number: Int64, name: String) throws -> LibraryMember {
        precondition(number > 0, "0 is the owner")
        if var known = try all().first(where: { $0.number == number }) {
            known.name = name
            try store.setMember(known)
            return known
        }
        let member = LibraryMember(number: number, uid: Self.uid(), name: name, added: clock.now())
        try store.setMember(member)
        return member
    }

    private static func uid() -> String {
        String((0..<32).map { _ in Array("0123456789abcdef").randomElement() ?? "0" })
    }

    /// Removes a member and their state.
    ///
    /// - Returns: false if no member has the number.
    @discardableResult
    public func remove(_ number: Int64) throws -> Bool { try store.removeMember(number) }

    /// Gives a member the number of their account on another host.
    ///
    /// - Returns: false if no member has the number, or if another member has the new one.
    @discardableResult
    public func renumber(_ number: Int64, to new: Int64) throws -> Bool { try store.renumberMember(number, to: new) }

    /// The member with a number or a name.
    ///
    /// - Throws: `StorageError.noSuchMember`, also for a name that several members have.
    package func named(_ name: String) throws -> LibraryMember {
        let members = try all()
        let found = Int64(name).flatMap { number in members.first { $0.number == number } }
        let named = members.filter { $0.name == name }
        guard let member = found ?? (named.count == 1 ? named.first : nil) else {
            throw StorageError.noSuchMember(name)
        }
        return member
    }
}
