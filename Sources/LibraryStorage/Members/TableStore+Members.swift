package import Articles
internal import Database

extension MemberStoring where Self: TableStore {
    package var member: Int64? {
        get { database.reader?.number }
        set {
            if newValue == database.reader?.number { return }
            database.reader = newValue.map(MemberViews.reader)
        }
    }

    package func members() throws -> [LibraryMember] {
        try reading { database in
            try database.rows("SELECT m.number, m.uid, m.name, m.added FROM \(rows: .member) m ORDER BY m.number") {
                LibraryMember(number: $0.integer(0), uid: $0.text(1), name: $0.text(2), added: $0.seconds(3))
            }
        }
    }

    package func setMember(_ member: LibraryMember) throws {
        try writing { database in
            try willStoreMember()
            let isNew = try !hasMember(member.number)
            try database.run(
                .insert(
                    into: .member,
                    [
                        "number": .integer(member.number), "uid": .text(member.uid), "name": .text(member.name),
                        "added": .integer(member.added),
                    ], onConflict: .updates(["name"])))
            // Hidden articles count as read.
            if isNew { try database.run(MemberCounts.recount(member.number)) }
        }
    }

    @discardableResult
    package func renumberMember(_ number: Int64, to new: Int64) throws -> Bool {
        try writing { database in
            if try !hasMember(number) || hasMember(new) { return false }
            let states = try database.rows(ClientStates.query(prefix: ClientStates.personal(number))) {
                (client: $0.text(0), state: $0.bytes(1))
            }
            try database.run(
                [
                    .update(.member, set: "number = \(new)", where: "number = \(number)"),
                    .update(.arrivalRule, set: "member = \(new)", where: "member = \(number)"),
                ]
                    + Self.memberTables.map { .update($0, set: "member = \(new)", where: "member = \(number)") }
                    + forgettingStateActions(of: number)
                    + [.update(.memberAction, set: "member = \(new)", where: "member = \(number)")]
                    + states.flatMap { state -> [SQL] in
                        let name = state.client.dropFirst(ClientStates.personal(number).count)
                        return [
                            ClientStates.setting(state.state, of: ClientStates.personal(new) + name),
                            .delete(from: .clientState, where: "client = \(state.client)"),
                        ]
                    })
            return true
        }
    }

    @discardableResult
    package func removeMember(_ number: Int64) throws -> Bool {
        try writing { database in
            if try !hasMember(number) { return false }
            let clients = try database.rows(ClientStates.query(prefix: ClientStates.personal(number))) { $0.text(0) }
            try database.run(
                [
                    .delete(from: .member, where: "number = \(number)"),
                    .delete(from: .arrivalRule, where: "member = \(number)"),
                ]
                    + Self.memberTables.map { .delete(from: $0, where: "member = \(number)") }
                    + forgettingStateActions(of: number)
                    + [.delete(from: .memberAction, where: "member = \(number)")]
                    + clients.map { .delete(from: .clientState, where: "client = \($0)") })
            return true
        }
    }

    private static var memberTables: [Table] { [.memberState, .memberMark, .memberCount, .memberOpened] }
}

extension TableStore {
    /// - Throws: `StorageError.noSuchMember` if the reader is no longer a member.
    func requireMember(_ reader: SQLReader?) throws {
        guard let reader, try !hasMember(reader.number) else { return }
        throw StorageError.noSuchMember(String(reader.number))
    }

    /// Deletes the member's actions on states, because their recorded changes contain the number of the member.
    fileprivate func forgettingStateActions(of member: Int64) throws -> [SQL] {
        let kinds = [UserAction.Kind.read, .unread, .starred, .unstarred, .marked, .ownRule].map(\.rawValue)
        let actions = try database.integers(
            """
            SELECT r.id FROM \(rows: .action) r JOIN \(rows: .memberAction) p ON p.action = r.id
            WHERE p.member = \(member) AND r.kind IN (\(sql: .list(kinds.map { "\($0)" })))
            """)
        return [Table.actionChange, .action, .memberAction].map { table in
            .delete(from: table, where: table == .action ? "id\(isOneOf: actions)" : "action\(isOneOf: actions)")
        }
    }

    fileprivate func hasMember(_ number: Int64) throws -> Bool {
        try database.hasRow("SELECT 1 FROM \(rows: .member) m WHERE m.number = \(number)")
    }
}
