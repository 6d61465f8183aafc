internal import Database

/// Moves of libraries of a host.
extension AccountStore {
    /// Changes the place of a library, and records the former one in the audit log.
    ///
    /// - Throws: `libraryChanged` if another process has changed the row in the meantime.
    @discardableResult
    public func move(_ library: HostedLibrary, to address: String) throws(AccountError) -> HostedLibrary {
        try write { database in
            let count = try database.run(
                .update(
                    .hostedLibrary, set: "address = \(address), version = version + 1",
                    where: "id = \(library.id) AND version = \(library.version)"))
            guard count == 1 else { throw AccountError.libraryChanged(library.name) }
            // `formerAddress` reads this record.
            try audit(
                .libraryMoved, library.owner, object: "\(library.name): \(library.address)", always: true, database)
            return HostedLibrary(
                id: library.id, name: library.name, address: address, version: library.version + 1,
                state: library.state, owner: library.owner)
        }
    }

    /// The place from which a library was last moved; nil if it was never moved.
    public func formerAddress(of library: HostedLibrary) throws(AccountError) -> String? {
        let prefix = library.name + ": "
        return try read { database in
            try database.rows(
                """
                SELECT a.object FROM \(rows: .audit) a
                WHERE a.action = \(AuditRecord.Action.libraryMoved.rawValue) ORDER BY a.id DESC
                """
            ) { $0.text(0) }.first { $0.hasPrefix(prefix) }
        }.map { String($0.dropFirst(prefix.count)) }
    }
}
