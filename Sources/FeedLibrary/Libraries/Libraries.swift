internal import Articles
public import Messages
internal import PostgreSQL
internal import PostgresEngine
internal import SQLiteEngine
internal import System

/// The libraries of a database on a server, or of the files in a folder.
public struct Libraries: Sendable {
    private let place: LibraryPlace
    private let language: Language

    /// - Parameter place: an address or a path. A library name in the address is ignored.
    public init(at place: String, _ language: Language) {
        self.place = LibraryPlace(place)
        self.language = language
    }

    /// All libraries, by name.
    ///
    /// - Throws: `StorageError`; `UserFacingError` for an unreadable folder or an unusable address.
    public func list() throws -> [LibrarySummary] {
        switch place {
        case .file(let path): return try list(folder: path)
        case .server(let address):
            let server = try LibraryPlace.parsed(address, language).server
            return try LibraryCatalogue.on(server) { try $0.entries() }.map { entry in
                LibrarySummary(
                    name: entry.name.text, location: LibraryAddress(server: server, name: entry.name).text,
                    articles: Int(clamping: entry.articles), feeds: Int(clamping: entry.feeds),
                    bytes: Int(clamping: entry.bytes), created: entry.created, lastUse: entry.lastUse,
                    isBeingRemoved: entry.isBeingRemoved)
            }
        }
    }

    // MARK: - On a server

    /// Creates an empty library.
    ///
    /// - Returns: the address of the library.
    /// - Throws: `StorageError.libraryExists`; `UserFacingError` for an invalid name, or if this place is a file.
    public func create(_ name: String) throws -> String {
        let address = try address(of: name)
        try LibraryCatalogue.on(address.server) { try $0.create(address.name) }
        return address.text
    }

    /// Renames a library. Programs that have it open are not affected.
    ///
    /// - Returns: the new address of the library.
    public func rename(_ name: String, to newName: String) throws -> String {
        let (address, newAddress) = try (address(of: name), address(of: newName))
        try LibraryCatalogue.on(address.server) { try $0.rename(address.name, to: newAddress.name) }
        return newAddress.text
    }

    /// The library that `remove` would remove.
    ///
    /// - Throws: `StorageError.noSuchLibrary`.
    public func summary(of name: String) throws -> LibrarySummary {
        let address = try address(of: name)
        guard let library = try list().first(where: { $0.name == name }) else {
            throw StorageError.noSuchLibrary(name: name, location: address.server.text)
        }
        return library
    }

    /// Removes a library and everything stored in it. This cannot be undone. Files that machines keep for the library,
    /// such as the key of its secrets, are not removed (`LocalPlace`).
    ///
    /// - Parameter onProgress: called repeatedly with the number of rows removed so far.
    /// - Throws: `StorageError`. After an error, the library cannot be opened; call this method again to finish the
    ///   removal.
    public func remove(_ name: String, onProgress: (Int) -> Void = { _ in }) throws {
        let address = try address(of: name)
        try LibraryCatalogue.on(address.server) { try $0.remove(address.name, onProgress: onProgress) }
    }

    private func address(of name: String) throws -> LibraryAddress {
        guard case .server(let address) = place else {
            throw UserFacingError(.librariesOfServerOnly, language: language)
        }
        guard let known = LibraryName(name) else { throw UserFacingError(.badLibraryName, [name], language: language) }
        return LibraryAddress(server: try LibraryPlace.parsed(address, language).server, name: known)
    }

    // MARK: - In a folder

    private static let fileEnding = ".db"

    private func list(folder: String) throws -> [LibrarySummary] {
        let names: [String]
        do { names = try FolderListing.names(in: folder) } catch { throw UserFacingError(error, language: language) }
        return names.filter { $0.hasSuffix(Self.fileEnding) && !$0.hasPrefix(".") }.sorted().compactMap { name in
            summary(
                ofFile: folder + (folder.hasSuffix("/") ? "" : "/") + name, String(name.dropLast(Self.fileEnding.count))
            )
        }
    }

    /// - Returns: nil if the file is not a library.
    func summary(ofFile path: String, _ name: String) -> LibrarySummary? {
        guard let status = FileStatus(path), status.kind == .file, let bytes = FileSystem.byteCount(path), bytes > 0
        else {
            return nil
        }
        // The newest changes may be only in the write-ahead log.
        let log = path + "-wal"
        let lastUse = max(status.modified, FileStatus(log)?.modified ?? 0)
        var summary = LibrarySummary(
            name: name, location: path, bytes: bytes + (FileSystem.byteCount(log) ?? 0), lastUse: lastUse)
        do {
            let statistics = try SQLiteLibrary.open(path: path, access: .read).storeStatistics()
            summary.articles = statistics.articles
            summary.feeds = statistics.subscriptions
        } catch StorageError.notOurs {
            return nil
        } catch {
            summary.problem = UserFacingError(error, language: language).text
        }
        return summary
    }
}
