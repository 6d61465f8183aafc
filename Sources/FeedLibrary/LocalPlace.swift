internal import Articles
internal import Formats
public import Messages
internal import Pipelines
internal import PostgresEngine
internal import System

/// The folder for the local data of a library: accounts, secrets, uploads, pictures.
///
/// For a library in a file, the folder is that of the file. For a library on a server, the folder is named after the
/// library's identity, not after the spelling of its address (docs/postgresql.md).
public final class LocalPlace: Sendable {
    private let place: LibraryPlace
    private let folder: String
    private let language: Language
    private let known = Locked<(path: String, identity: String)?>(nil)
    /// The time after which a server that does not respond is considered unavailable.
    private static let maxWait = Duration.seconds(10)

    /// - Parameter folder: the parent folder for libraries on servers.
    public init(of place: LibraryPlace, in folder: String, _ language: Language) {
        self.place = place
        self.folder = folder
        self.language = language
    }

    /// The path of a file, which need not exist, in the folder for local data.
    ///
    /// The first call connects to the server. If an earlier version created a folder named after the address, it is
    /// renamed to the identity, and a link from the former name is created. A library without an identity has a folder
    /// named after its address.
    ///
    /// - Throws: the errors of opening the library; `UserFacingError` if the folder cannot be renamed.
    public func path() throws -> String {
        guard case .server(let address) = place else {
            if case .file(let path) = place { return path }
            return ""
        }
        if let known = known.withLock({ $0 }) { return known.path }
        let parsed = try LibraryPlace.parsed(address, language)
        guard let identity = try PostgresLibrary.identity(of: parsed, until: .after(Self.maxWait)) else {
            return existing(Self.names(of: address)) ?? path(Self.name(of: address))
        }
        if FileSystem.kind(folder + "/" + identity) == nil { try adopt(Self.names(of: address), as: identity) }
        let path = path(identity)
        known.withLock { $0 = (path, identity) }
        return path
    }

    /// The identity of a library on a server; nil for a file, or if only versions without identities have written to
    /// it.
    public func identity() throws -> String? {
        _ = try path()
        return known.withLock { $0?.identity }
    }

    /// Unused folders that earlier versions named after spellings of the address.
    public func unusedFolders() throws -> [String] {
        guard case .server(let address) = place, try identity() != nil else { return [] }
        return Self.names(of: address).map { folder + "/" + $0 }.filter(Self.isFolder)
    }

    private func path(_ name: String) -> String { folder + "/" + name + "/library" }

    private func existing(_ names: [String]) -> String? {
        names.first { Self.isFolder(folder + "/" + $0) }.map(path)
    }

    private func adopt(_ names: [String], as identity: String) throws {
        let target = folder + "/" + identity
        for name in names {
            let former = folder + "/" + name
            // Skip links, which lead to the folder of another library that used this address earlier.
            guard Self.isFolder(former) else { continue }
            do { try FileSystem.move(former, to: target) } catch {
                // Another process has already renamed the folder.
                if FileSystem.kind(target) == .folder { return }
                throw UserFacingError(.cannotWrite, [error.path, error.reason(language)], language: language)
            }
            // A running service of an earlier version may use the former name.
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

    /// The folder names for an address and its usual spellings; the name for the exact address is first.
    private static func names(of address: String) -> [String] {
        var spellings = [address]
        for spelling in Self.spellings(of: address) where !spellings.contains(spelling) { spellings.append(spelling) }
        return spellings.map(name)
    }

    private static let schemes = ["postgresql://", "postgres://"]
    private static let localHosts = ["", "localhost", "127.0.0.1", "[::1]"]

    /// All spellings of an address: with either scheme, with and without settings, with and without the default port,
    /// and with each name of the local host.
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
        // A list of hosts has a port for each host.
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
