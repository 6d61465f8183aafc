package import PostgreSQL

/// The address of a library on a server: `postgresql://HOST/DATABASE?library=NAME`.
///
/// Without the parameter `library`, the address refers to the library `main`. The parameter is removed from the
/// server's address, because libpq would reject it.
package struct LibraryAddress: Hashable, Sendable {
    /// The reason why an address was refused.
    package enum Refusal: Error, Equatable, Sendable {
        case server(PostgresAddress.Refusal)
        case badName(String)
        case severalNames
    }

    package let server: PostgresAddress
    package let name: LibraryName

    package init(server: PostgresAddress, name: LibraryName = .main) {
        self.server = server
        self.name = name
    }

    package init(_ text: String) throws(Refusal) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let parameters = parts.count > 1 ? parts[1].split(separator: "&", omittingEmptySubsequences: false) : []
        let names = parameters.filter(Self.isName).map { String($0.dropFirst(Self.parameter.count)) }
        if names.count > 1 { throw .severalNames }
        let name = names.first ?? LibraryName.main.text
        guard let known = LibraryName(name) else {
            // The text may be the rest of a malformed address, with a password in it.
            throw .badName(name.contains { "?@:=".contains($0) } ? "…" : name)
        }
        self.name = known
        let others = parameters.filter { !Self.isName($0) }
        let server = names.isEmpty ? text : parts[0] + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
        do throws(PostgresAddress.Refusal) {
            self.server = try PostgresAddress(String(server))
        } catch {
            throw .server(error)
        }
    }

    /// The address as text. For the library `main`, the parameter `library` is omitted.
    package var text: String {
        if name == .main { return server.text }
        return server.text + (server.text.contains("?") ? "&" : "?") + Self.parameter + name.text
    }

    private static let parameter = "library="

    private static func isName(_ parameter: Substring) -> Bool { parameter.hasPrefix(Self.parameter) }
}
