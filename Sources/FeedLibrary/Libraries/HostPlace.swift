public import Accounts
internal import Articles
public import Messages
internal import PostgreSQL
internal import PostgresEngine
internal import System

/// The place of a host, where each account has a library of its own: a folder, or a database on a server.
///
/// In a folder, the directory and the accounts are in `service.db`, and a library `NAME` is the file
/// `NAME/feedsearch.db`: a folder for each library keeps its local data apart. On a server, the accounts are tables of
/// the library of the address, `main` without a name, and the libraries are others of the same database.
public struct HostPlace: Sendable {
    private let text: String
    /// The language of messages.
    public let language: Language
    private static let fileName = "feedsearch.db"

    /// - Parameter text: a path or an address, as in the option `--libraries`.
    public init(_ text: String, _ language: Language = .english) {
        var text = text
        while text.count > 1, text.hasSuffix("/"), !LibraryPlace(text).isServer { text.removeLast() }
        self.text = text
        self.language = language
    }

    /// The folder or the address.
    public var location: String { text }
    public var isServer: Bool { LibraryPlace(text).isServer }

    /// The path or the address beside which the accounts are. No file of this name is made.
    public var accountsLocation: String { isServer ? text : text + "/host" }

    /// Makes the folder of the host.
    ///
    /// - Throws: `UserFacingError`.
    public func makeFolder() throws {
        if isServer { return }
        do { try FileSystem.makeFolders(text) } catch {
            throw UserFacingError(.cannotWrite, [error.path, error.reason(language)], language: language)
        }
    }

    /// The address of a library in the directory, relative to the host, so that the folder can be moved and the server
    /// can get another name.
    public func relativeAddress(of name: String) -> String {
        isServer ? "?library=" + name : name + "/" + Self.fileName
    }

    /// The path or the address of a library, as `--db` takes it.
    ///
    /// - Throws: `UserFacingError` for an unusable address of the host.
    public func location(of address: String) throws -> String {
        if address.hasPrefix("/") || LibraryPlace(address).isServer { return address }
        if !isServer { return text + "/" + address }
        let parts = address.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let name = LibraryName(String(parts[1])) else {
            throw UserFacingError(.badLibraryName, [address], language: language)
        }
        return LibraryAddress(server: try LibraryPlace.parsed(text, language).server, name: name).text
    }

    /// The libraries of the directory, by name, with articles, size, last use and account.
    public func list(_ accounts: AccountStore) throws -> [LibrarySummary] {
        var onServers: [String: [String: LibrarySummary]] = [:]
        return try accounts.hostedLibraries().map { entry in
            let location = try location(of: entry.address)
            var summary = LibrarySummary(name: entry.name, location: location, bytes: 0, lastUse: 0)
            if entry.state == .new {
                summary.problem = Message.hostedLibraryUnfinished.text(language)
            } else if entry.state == .removing {
                summary.problem = Message.libraryRemovalUnfinished.text(language)
            } else if LibraryPlace(location).isServer {
                let address = try LibraryPlace.parsed(location, language)
                let server = address.server.text
                // One listing for all libraries of a database.
                if onServers[server] == nil {
                    let found = try Libraries(at: server, language).list()
                    onServers[server] = Dictionary(found.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
                }
                if let found = onServers[server]?[address.name.text] {
                    summary = found
                    summary.name = entry.name
                } else {
                    let missing = StorageError.noSuchLibrary(name: address.name.text, location: server)
                    summary.problem = UserFacingError(missing, language: language).text
                }
            } else if let found = Libraries(at: text, language).summary(ofFile: location, entry.name) {
                summary = found
            } else {
                let missing = StorageError.notFound(location: location)
                summary.problem = UserFacingError(missing, language: language).text
            }
            summary.account = entry.owner
            return summary
        }
    }

    /// Creates a library that is in the directory, and records that it exists. Continues if an earlier call was
    /// interrupted. If the place has the articles or feeds of another library, the library gets another place.
    ///
    /// - Throws: `StorageError`, `AccountError`, `UserFacingError`.
    public func create(_ library: HostedLibrary, in accounts: AccountStore) throws -> HostedLibrary {
        var library = library
        if library.state != .new { return library }
        if try !make(library) {
            library = try accounts.rename(library, at: relativeAddress)
            guard try make(library) else {
                throw UserFacingError(.hostedPlaceTaken, [try location(of: library.address)], language: language)
            }
        }
        return try accounts.setReady(library)
    }

    /// - Returns: false if there is a library with content.
    private func make(_ library: HostedLibrary) throws -> Bool {
        let location = try location(of: library.address)
        if LibraryPlace(location).isServer {
            do {
                _ = try Libraries(at: location, language).create(LibraryPlace.parsed(location, language).name.text)
                return true
            } catch StorageError.libraryExists {
                return try isEmpty(Library(path: location, for: .reading))
            }
        }
        do { try FileSystem.makeFolders(FileSystem.parent(location)) } catch {
            throw UserFacingError(.cannotWrite, [error.path, error.reason(language)], language: language)
        }
        return try isEmpty(Library(path: location, for: .writing))
    }

    /// Deletes everything in a library that `AccountStore.librariesToRemove` lists, and records that. Continues if an
    /// earlier call was interrupted.
    ///
    /// - Parameter localFolder: the folder with this machine's data of libraries on servers.
    /// - Throws: `StorageError`, `AccountError`, `UserFacingError`.
    package func remove(_ library: HostedLibrary, in accounts: AccountStore, localFolder: String) throws {
        let location = try location(of: library.address)
        do {
            if LibraryPlace(location).isServer {
                try removeFromServer(location)
                try FileSystem.removeTree("\(localFolder)/\(library.id)")
            } else {
                try removeFiles(of: location, isInHost: !library.address.hasPrefix("/"))
            }
        } catch let error as SystemError {
            throw UserFacingError(.cannotWrite, [error.path, error.reason(language)], language: language)
        }
        try accounts.didRemove(library)
    }

    private func removeFromServer(_ location: String) throws {
        let address = try LibraryPlace.parsed(location, language)
        // The library of the accounts never belongs to an account.
        if isServer, try LibraryPlace.parsed(text, language).text == address.text {
            throw UserFacingError(.hostedPlaceTaken, [location], language: language)
        }
        do { try Libraries(at: location, language).remove(address.name.text) } catch StorageError.noSuchLibrary {}
    }

    /// - Parameter isInHost: whether the folder of the file is one of the host and has nothing else.
    private func removeFiles(of location: String, isInHost: Bool) throws {
        // The file first: without it, no process can open the library.
        let file = FileSystem.absolute(location) ?? location
        for suffix in ["", "-wal", "-shm", "-journal"] { try FileSystem.remove(file + suffix) }
        for suffix in [".pictures", ".uploads"] { try FileSystem.removeTree(location + suffix) }
        let folder = FileSystem.parent(location)
        let name = folder.dropFirst(text.count + 1)
        if isInHost, folder.hasPrefix(text + "/"), !name.isEmpty, !name.contains("/"), name != "..", name != "." {
            try FileSystem.removeTree(folder)
        }
    }

    private func isEmpty(_ library: Library) throws -> Bool {
        let statistics = try library.store.storeStatistics()
        return statistics.articles == 0 && statistics.subscriptions == 0
    }
}
