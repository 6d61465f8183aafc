package import Articles
internal import Database

extension ArticleWriting where Self: TableStore {
    package func clientState(of client: String) throws -> [UInt8]? {
        try reading { database in
            try database.first("SELECT c.state FROM \(rows: .clientState) c WHERE c.client = \(client)") { $0.bytes(0) }
        }
    }

    package func clientStates(prefix: String) throws -> [(client: String, state: [UInt8])] {
        try reading { database in
            try database.rows(ClientStates.query(prefix: prefix)) { ($0.text(0), $0.bytes(1)) }
        }
    }

    package func setClientState(_ state: [UInt8]?, of client: String) throws {
        let change =
            state.map { ClientStates.setting($0, of: client) }
            ?? .delete(from: .clientState, where: "client = \(client)")
        try writing { try $0.postpone([change]) }
    }
}
