import PostgreSQL
import TestSupport

/// A connection to a new, empty database of the tests' server.
func newConnection() throws -> PostgresConnection {
    try PostgresConnection(PostgresAddress(PostgresServer.shared.get().newDatabase()))
}
