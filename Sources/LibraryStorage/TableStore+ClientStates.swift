package import Articles
internal import Database

extension ArticleWriting where Self: TableStore {
    package func clientState(of client: String) throws -> [UInt8]? {
        let client = ClientStates.stored(client, member)
        return try reading { database in
            try database.first("SELECT c.state FROM \(rows: .clientState) c WHERE c.client = \(client)") { $0.bytes(0) }
        }
    }

    package func clientStates(prefix: String) throws -> [(client: String, state: [UInt8])] {
        let stored = ClientStates.stored(prefix, member)
        let added = stored.count - prefix.count
        return try reading { database in
            try database.rows(ClientStates.query(prefix: stored)) {
                (client: String($0.text(0).dropFirst(added)), state: $0.bytes(1))
            }
        }
    }

    package func setClientState(_ state: [UInt8]?, of client: String) throws {
        let (client, reader) = (ClientStates.stored(client, member), database.reader)
        let change =
            state.map { ClientStates.setting($0, of: client) }
            ?? .delete(from: .clientState, where: "client = \(client)")
        try writing { database in
            if ClientStates.isPersonal(client) { try requireMember(reader) }
            try database.postpone([change])
        }
    }
}
