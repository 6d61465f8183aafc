import Glibc
import System

/// A PostgreSQL server for tests: Debian's package, run by an unprivileged user, with its files in a temporary folder.
///
/// It stops with the process that started it, even after a crash: its shell waits for the end of a pipe.
/// `make test-postgres` sets FEEDSEARCH_TEST_POSTGRES; without it, tests that need the server are skipped.
public final class PostgresServer: Sendable {
    public static let isWanted = Environment.value("FEEDSEARCH_TEST_POSTGRES") != nil
    public static let skipped = "needs a PostgreSQL server: make test-postgres"

    /// The shared server of a test process.
    public static let shared = Result { try PostgresServer() }

    /// The folder with its socket.
    public let folder: String
    public let port: Int
    private let input: Locked<FileDescriptor?>
    private let programs: String
    private let prefix: [String]
    private let databases = Locked(0)

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Creates a new server.
    public convenience init() throws {
        try self.init { data in
            [
                "initdb", "--pgdata=" + data, "--auth=trust", "--username=tester", "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--no-sync",
            ]
        }
    }

    /// Creates a standby that follows `primary`, from a copy of its files.
    public convenience init(following primary: PostgresServer) throws {
        try self.init { data in
            [
                "pg_basebackup", "--pgdata=" + data, "--host=" + primary.folder, "--port=\(primary.port)",
                "--username=tester", "--write-recovery-conf", "--checkpoint=fast", "--no-sync",
            ]
        }
    }

    /// - Parameter files: returns the words of the command that creates its files in a folder.
    private init(files: (String) -> [String]) throws {
        guard let programs = Self.programs() else {
            throw Failure(description: "no PostgreSQL: apt-get install postgresql")
        }
        folder = try Self.temporaryFolder()
        self.programs = programs
        port = Self.freePort()
        input = Locked(nil)
        prefix = try Self.withoutRights(in: folder)
        let words = files(folder + "/data")
        try Self.run(prefix + [programs + "/" + words[0]] + words.dropFirst())
        try start()
    }

    deinit { stop() }

    private var data: String { folder + "/data" }

    /// Starts it and waits until it answers.
    public func start() throws {
        let pipe = try FileDescriptor.pipe()
        let settings = [
            "listen_addresses=127.0.0.1", "port=\(port)", "unix_socket_directories=\(folder)", "shared_buffers=64MB",
            "max_connections=60", "logging_collector=off", "log_min_messages=panic", "log_min_error_statement=panic",
        ]
        let arguments = settings.flatMap { ["-c", $0] }.map { "'\($0)'" }.joined(separator: " ")
        // The script removes the files at the end, unless it reads the line `keep`.
        let script = """
            '\(programs)/postgres' -D '\(data)' \(arguments) </dev/null >'\(folder)/log' 2>&1 & server=$!
            read -r end; kill -INT $server 2>/dev/null; wait $server; [ "$end" = keep ] || rm -rf '\(folder)'
            """
        _ = try ChildProcess(
            prefix + ["setsid", "sh", "-c", script], input: pipe.reading,
            variables: ["LC_ALL=C.UTF-8"])
        pipe.reading.close()
        input.withLock { $0 = pipe.writing }
        try Self.run([
            "sh", "-c",
            "for i in $(seq 300); do '\(programs)/pg_isready' -q -h '\(folder)' -p \(port) && exit 0; sleep 0.1; done; exit 1",
        ])
    }

    /// Stops it, and removes its files unless `keepsFiles`.
    public func stop(keepsFiles: Bool = false) {
        input.withLock { descriptor in
            if keepsFiles { try? descriptor?.write(Array("keep\n".utf8)) }
            descriptor?.close()
            descriptor = nil
        }
    }

    /// Stops it like a crash: without a checkpoint and without closing connections (`immediate`).
    public func crash() throws {
        try Self.run(prefix + [programs + "/pg_ctl", "stop", "--pgdata=" + data, "--mode=immediate", "--silent"])
        stop(keepsFiles: true)
    }

    /// Promotes a standby, and waits until it accepts writes.
    public func promote() throws {
        try Self.run(prefix + [programs + "/pg_ctl", "promote", "--pgdata=" + data, "--silent"])
    }

    /// The address of a new, empty database.
    public func newDatabase(of user: String = "tester") throws -> String {
        address(of: try newDatabaseName(of: user), user: user)
    }

    public func newDatabaseName(of user: String = "tester") throws -> String {
        let name = databases.withLock { count in
            count += 1
            return "test\(count)"
        }
        try Self.run([
            programs + "/createdb", "-h", folder, "-p", "\(port)", "-U", "tester", "-O", user, "-T", "template0", name,
        ])
        return name
    }

    /// The address of a database, by socket or by TCP.
    public func address(of database: String, user: String = "tester", isTCP: Bool = false) -> String {
        isTCP
            ? "postgresql://\(user)@127.0.0.1:\(port)/\(database)"
            : "postgresql:///\(database)?host=\(folder)&port=\(port)&user=\(user)"
    }

    /// The words before a command that refuses to run as root and has its files in `folder`; empty if not root.
    static func withoutRights(in folder: String) throws -> [String] {
        if geteuid() != 0 { return [] }
        try run(["chown", "-R", "nobody:nogroup", folder])
        return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"]
    }

    /// Creates a folder in /tmp.
    static func temporaryFolder() throws -> String {
        var name = Array("/tmp/feedsearch-postgres-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&name) != nil else { throw Failure(description: "no temporary folder") }
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func programs() -> String? {
        let root = "/usr/lib/postgresql"
        let versions = ((try? FolderListing.names(in: root)) ?? []).compactMap { Int($0) }.sorted()
        return versions.last.map { "\(root)/\($0)/bin" }
    }

    /// A port of the loopback address that is not in use now.
    static func freePort() -> Int {
        let (number, port) = boundSocket()
        close(number)
        return port
    }

    /// A port that accepts connections but never responds, and a closure that closes it.
    public static func listenSilently() throws -> (port: Int, close: () -> Void) {
        let (number, port) = boundSocket()
        guard listen(number, 8) == 0 else { throw Failure(description: "cannot listen") }
        return (port, { close(number) })
    }

    static var loopback: sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    static func boundSocket() -> (number: Int32, port: Int) {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, size)
                unsafe getsockname(number, $0, &size)
            }
        }
        return (number, Int(UInt16(bigEndian: address.sin_port)))
    }

    static func run(_ words: [String]) throws {
        let output = try FileDescriptor.temporary()
        // Discard the output of these programs.
        let child = try ChildProcess(["sh", "-c", "exec \"$@\" >/dev/null 2>&1", "sh"] + words, input: output)
        output.close()
        guard try child.wait(until: .now.advanced(by: .seconds(60))) == .exited(0) else {
            throw Failure(description: "failed: " + words.joined(separator: " "))
        }
    }
}
