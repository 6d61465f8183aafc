internal import Articles
internal import Formats
public import Messages
internal import Pipelines
internal import PostgreSQL
internal import PostgresEngine
internal import System

/// The folder for the local data of a library, such as accounts, secrets, uploads and pictures.
///
/// The local data of a library in a file is in the same folder as the file. For a library on a server, the folder is
/// named after the library's identity rather than the spelling of the server's address (docs/postgresql.md).
public final class LocalPlace: Sendable {
    private let place: LibraryPlace
    private let folder: String
    private let language: Language
    private let known = Locked<(path: String, identity: String)?>(nil)
    /// The maximum time to wait for a server to respond.
    private static let maxWait = Duration.seconds(10)

    /// - Parameter folder: the parent folder for libraries on servers.
    public init(of place: LibraryPlace, in folder: String, _ language: Language) {
        self.place = place
        self.folder = folder
        self.language = language
    }

    /// The path of a file in the folder for local data. The file need not exist.
    ///
    /// The first call connects to the server. A folder that an earlier version named after the address is renamed to
    /// the library's identity, and a link with the former name is created. The folder of a library without an identity
    /// is named after the address.
    ///
    /// - Throws: the errors of opening the library; `UserFacingError` if the folder cannot be renamed.
    public func path() throws -> String {
        guard case .server(let address) = place else {
            if case .file(let path) = place { return path }
            return ""
        }
        if let known = known.withLock({ $0 }) { return known.path }
        let parsed = try LibraryPlace.parsed(address, language)
        let found = try PostgresLibrary.find(parsed, until: .after(Self.maxWait))
        let names = formerNames(of: parsed, found?.place)
        guard let identity = found?.identity else {
            // The server's address alone names the folder of the first library.
            return existing(names) ?? path(Self.name(of: names.isEmpty ? parsed.text : parsed.server.text))
        }
        if FileSystem.kind(folder + "/" + identity) == nil { try adopt(names, as: identity) }
        let path = path(identity)
        known.withLock { $0 = (path, identity) }
        return path
    }

    /// The identity of a library on a server; nil for a file, or if only old versions, which assigned no identities,
    /// have written to the library.
    public func identity() throws -> String? {
        _ = try path()
        return known.withLock { $0?.identity }
    }

    /// Unused folders that earlier versions named after spellings of the address.
    public func unusedFolders() throws -> [String] {
        guard case .server(let address) = place, try identity() != nil else { return [] }
        let parsed = try LibraryPlace.parsed(address, language)
        let found = try PostgresLibrary.find(parsed, until: .after(Self.maxWait))
        return formerNames(of: parsed, found?.place).map { folder + "/" + $0 }.filter(Self.isFolder)
    }

    /// The names of folders of earlier versions that may belong to the library. Those versions supported only one
    /// library per database, which now has the number 1.
    private func formerNames(of address: LibraryAddress, _ place: LibrarySlot?) -> [String] {
        (place?.library ?? 1) == 1 ? Self.names(of: address.server.text) : []
    }

    private func path(_ name: String) -> String { folder + "/" + name + "/library" }

    private func existing(_ names: [String]) -> String? {
        names.first { Self.isFolder(folder + "/" + $0) }.map(path)
    }

    private func adopt(_ names: [String], as identity: String) throws {
        let target = folder + "/" + identity
        for name in names {
            let former = folder + "/" + name
            // Skip links, which refer to the folder of another library that used this address earlier.
            guard Self.isFolder(former) else { continue }
            do { try FileSystem.move(former, to: target) } catch {
                // Another process has already renamed the folder.
                if FileSystem.kind(target) == .folder { return }
                throw UserFacingError(.cannotWrite, [error.path, error.reason(language)], language: language)
            }
            // Create a link, because a running service of an earlier version may use the former name.
            try? FileSystem.link(former, to: identity)
            return
        }
    }

    private static func isFolder(_ path: String) -> Bool { FileStatus(path, followsLinks: false)?.kind == .folder }

    // MARK: - Folders of earlier versions

    private static func name(of address: String) -> String {
        SHA256.hash(Array(address.utf8)).prefix(8).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// The folder names for an address and its usual spellings. The name for the exact address comes first.
    private static func names(of address: String) -> [String] {
        var spellings = [address]
        for spelling in Self.spellings(of: address) where !spellings.contains(spelling) { spellings.append(spelling) }
        return spellings.map(name)
    }

    private static let schemes = ["postgresql://", "postgres://"]
    private static let localHosts = ["", "localhost", "127.0.0.1", "[::1]"]

    /// All usual spellings of an address, which differ in the scheme, the settings, the default port and the names of
    /// the local host.
    static func spellings(of address: String) -> [String] {
        guard let scheme = schemes.first(where: { address.hasPrefix($0) }) else { return [] }
        let rest = address.dropFirst(scheme.count)
        let query = rest.firstIndex(of: "?").map { rest[$0...] } ?? ""
        let place = rest.dropLast(query.count)
        let authority = place.prefix { $0 != "/" }
        let path = place.dropFirst(authority.count)
        let user = authority.lastIndex(of: "@").map { authority[...$0] } ?? ""
        var host = String(authority.dropFirst(user.count))
        var port = ""
        // Leave a list of hosts unchanged, because each host has a separate port.
        if !host.contains(","), let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy(\.isNumber) {
            port = String(host[colon...])
            host = String(host[..<colon])
        }
        let hosts = localHosts.contains(host) ? localHosts : [host]
        let ports = host.contains(",") || !["", ":", ":5432"].contains(port) ? [port] : ["", ":5432"]
        return schemes.flatMap { scheme in
            hosts.flatMap { host in
                ports.flatMap { port in [query, ""].map { "\(scheme)\(user)\(host)\(port)\(path)\($0)" } }
            }
        }
    }
}
