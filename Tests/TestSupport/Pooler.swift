import Glibc
import System

/// PgBouncer in front of a test server; it ends with the server.
public final class Pooler: Sendable {
    public enum Mode: String, Sendable {
        case session, transaction, statement
    }

    private static let program = "/usr/sbin/pgbouncer"
    public static let isInstalled = unsafe access(program, X_OK) == 0
    public static let skipped = "needs PgBouncer: apt-get install pgbouncer"

    private let port: Int
    private let input: FileDescriptor

    /// - Parameter connections: number of connections to a database, for all clients.
    public init(_ server: PostgresServer, mode: Mode = .transaction, connections: Int) throws {
        let folder = try PostgresServer.temporaryFolder()
        port = PostgresServer.freePort()
        let settings = """
            [databases]
            * = host=\(server.folder) port=\(server.port)
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = \(port)
            unix_socket_dir =
            auth_type = trust
            auth_file = \(folder)/users
            pool_mode = \(mode.rawValue)
            default_pool_size = \(connections)

            """
        try Self.write(settings, to: folder + "/settings")
        try Self.write("\"tester\" \"\"\n", to: folder + "/users")
        let prefix = try PostgresServer.withoutRights(in: folder)
        let pipe = try FileDescriptor.pipe()
        let script = """
            '\(Self.program)' -q '\(folder)/settings' </dev/null >'\(folder)/log' 2>&1 & pooler=$!
            read -r end; kill -TERM $pooler 2>/dev/null; wait $pooler; rm -rf '\(folder)'
            """
        _ = try ChildProcess(prefix + ["setsid", "sh", "-c", script], input: pipe.reading)
        pipe.reading.close()
        input = pipe.writing
        try PostgresServer.run([
            "sh", "-c",
            "for i in $(seq 200); do pg_isready -q -h 127.0.0.1 -p \(port) && exit 0; sleep 0.1; done; exit 1",
        ])
    }

    deinit { input.close() }

    /// The address of a database through PgBouncer.
    public func address(of database: String) -> String { "postgresql://tester@127.0.0.1:\(port)/\(database)" }

    private static func write(_ text: String, to path: String) throws {
        let file = try FileDescriptor.creating(path, mode: 0o600)
        defer { file.close() }
        try file.write(Array(text.utf8))
    }
}
