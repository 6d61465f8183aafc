private import CPQ

/// The address of a database, `postgresql://HOST/DATABASE`, in the format of libpq
/// (<https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING>).
///
/// The address may contain several hosts, `target_session_attrs`, `sslmode` and a service. It must not contain a
/// password, since addresses are shown, logged and stored in shell histories. Passwords belong in PGPASSFILE, a service
/// file or PGPASSWORD.
public struct PostgresAddress: Sendable, Hashable {
    /// The reason why an address was refused.
    public enum Refusal: Error, Equatable, Sendable {
        /// libpq5 is not installed.
        case noLibrary
        /// The address contains a password or the passphrase of a key.
        case hasPassword
        case malformed(String)
    }

    /// The address as entered by the user.
    public let text: String
    /// Names and values of libpq's connection parameters.
    let parameters: [String: String]

    /// Whether a text is a PostgreSQL address, as opposed to a path.
    public static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    public init(_ text: String) throws(Refusal) {
        guard unsafe cpq_symbol_library() != nil else { throw .noLibrary }
        guard Self.isAddress(text), !text.utf8.contains(0) else {
            throw .malformed("it does not begin with postgresql://")
        }
        var message: UnsafeMutablePointer<CChar>?
        let options = unsafe cPQconninfoParse(text, &message)
        defer { unsafe cPQconninfoFree(options) }
        guard var option = unsafe options else {
            defer { unsafe cPQfreemem(message) }
            // libpq's message is not used: it repeats the address, which may contain a password.
            throw .malformed("libpq cannot read it")
        }
        var parameters: [String: String] = [:]
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                parameters[unsafe String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        if parameters["password"] != nil || parameters["sslpassword"] != nil { throw .hasPassword }
        self.text = text
        self.parameters = parameters
    }

    /// The parameters of a connection: those in the address, with defaults for all others.
    var connectionParameters: [String: String] {
        let hosts = parameters["host"] ?? parameters["hostaddr"] ?? ""
        let defaults = [
            "application_name": "feedsearch", "client_encoding": "UTF8",
            // Seconds per host. With several hosts the limit is short, so that the next host is tried while callers are
            // still waiting.
            "connect_timeout": hosts.contains(",") ? "3" : "10",
            // With these settings, a lost server is detected within half a minute, even during a long statement.
            "keepalives_idle": "15", "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "30000",
        ]
        return parameters.merging(defaults) { given, _ in given }
    }
}
