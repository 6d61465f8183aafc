package import PostgreSQL

/// The states of importers.
package enum ClientStates {
    package static func setting(_ state: [UInt8], of client: String, _ library: LibraryConnection) -> PostgresRequest {
        library.request(
            """
            INSERT INTO feedsearch.client_state (library, slot, client, state) VALUES ($1, $2, $3, $4)
            ON CONFLICT (library, slot, client) DO UPDATE SET state = excluded.state
            """, [.text(client), .bytes(state)])
    }
}
