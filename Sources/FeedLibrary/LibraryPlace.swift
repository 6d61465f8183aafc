internal import Articles
internal import Formats
internal import LibraryStorage
internal import Messages
internal import Pipelines
internal import PostgreSQL
internal import PostgresEngine
internal import SQLiteEngine
internal import System

/// The location of a library: a file, or a database on a PostgreSQL server.
public enum LibraryPlace: Sendable, Equatable {
    case file(path: String)
    /// The address in the form `postgresql://HOST/DATABASE?library=NAME`, without a password. Without the parameter
    /// `library`, the address refers to the library `main`.
    case server(address: String)

    /// - Parameter text: a path or an address, as in the option `--db`.
    public init(_ text: String) {
        self = PostgresAddress.isAddress(text) ? .server(address: text) : .file(path: text)
    }

    public var isServer: Bool { if case .server = self { true } else { false } }

    /// The name of the library in confirmations: the path with symbolic links resolved, or the identity of a library on
    /// a server. May wait for the server.
    ///
    /// - Returns: nil if the library cannot be reached.
    public func confirmationName(_ local: LocalPlace) -> String? {
        guard case .file(let path) = self else { return (try? local.identity()) ?? nil }
        if let path = FileSystem.absolute(path) { return path }
        // The file may not exist yet, so resolve its folder.
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return FileSystem.absolute(FileSystem.parent(path)).map { ($0 == "/" ? "" : $0) + "/" + name }
    }

    /// Whether both places are the same library on a server. Two different spellings of an address are not recognised
    /// as equal.
    func isSame(_ other: LibraryPlace, _ language: Language) throws -> Bool {
        guard case .server(let address) = self, case .server(let otherAddress) = other else { return false }
        return try Self.parsed(address, language) == Self.parsed(otherAddress, language)
    }

    /// Opens the library.
    ///
    /// - Parameters:
    ///   - deadline: the deadline for connecting to a server. Ignored for a file.
    ///   - trace: receives every SQL statement, without its values, when it starts. Statements that run on a server are
    ///     not traced.
    /// - Throws: `StorageError`; `SearchError` at the deadline; `UserFacingError` for a folder or an unusable address.
    func open(
        _ access: Library.Access, _ language: Language, until deadline: Deadline = .never,
        trace: (@Sendable (String) -> Void)?
    ) throws -> any ArticleStore {
        let mustExist = access == .changing || access == .maintaining
        let engineAccess: StoreAccess = access == .reading ? .read : .write
        switch self {
        case .server(let address):
            return try PostgresLibrary.open(
                Self.parsed(address, language), access: engineAccess, mayCreate: !mustExist, until: deadline)
        case .file(let path):
            if mustExist {
                try Library.requireDatabase(path, language)
                if FileSystem.byteCount(path) == 0 { throw StorageError.empty(location: path) }
            }
            if FileSystem.kind(path) == .folder { throw UserFacingError(.databaseIsFolder, [path], language: language) }
            return try SQLiteLibrary.open(path: path, access: engineAccess, trace: trace)
        }
    }

    /// Runs `body` with the library as the target of a copy, then makes the copy available.
    ///
    /// - Throws: `StorageError`; `UserFacingError`; `LibraryCopyError.notEmpty` for a file that has content.
    func receiveCopy<Result>(
        _ language: Language, trace: (@Sendable (String) -> Void)?, _ body: (any CopyableStore) throws -> Result
    ) throws -> Result {
        switch self {
        case .server(let address):
            return try body(
                PostgresLibrary.open(Self.parsed(address, language), access: .write, goesOnCopying: true))
        case .file(let path):
            do { try FileSystem.makeFolders(FileSystem.parent(path)) } catch {
                throw UserFacingError(.cannotWrite, [error.path, error.reason(language)], language: language)
            }
            let file = try FileCopyTarget(for: path, trace: trace)
            let result = try body(file.store)
            try file.putInPlace()
            return result
        }
    }

    /// Opens the library for the threads of one process.
    ///
    /// - Returns: the stores, and a function that returns the size of the readers' caches in bytes.
    func pool(
        readers: Int, maxCacheBytes: Int?, _ language: Language
    ) -> (stores: StorePool, cacheBytes: @Sendable () -> Int) {
        switch self {
        case .server(let address):
            let caches = PostgresCaches(maxBytes: maxCacheBytes ?? PostgresLibrary.maxCacheBytes)
            let stores = StorePool(readers: readers) { access, deadline in
                // A service must not re-create a library that was removed.
                try PostgresLibrary.open(
                    Self.parsed(address, language), access: access, caches: caches, mayCreate: false,
                    until: deadline)
            }
            return (stores, { caches.byteCount })
        case .file(let path):
            let caches = EngineCaches(maxBytes: maxCacheBytes ?? SQLiteLibrary.maxCacheBytes)
            return (SQLiteLibrary.pool(path: path, readers: readers, caches: caches), { caches.byteCount })
        }
    }

    /// - Throws: `UserFacingError` for an unusable address.
    static func parsed(_ address: String, _ language: Language) throws -> LibraryAddress {
        do throws(LibraryAddress.Refusal) {
            return try LibraryAddress(address)
        } catch {
            switch error {
            case .server(.noLibrary): throw UserFacingError(.serverNeedsLibrary, language: language)
            // Do not show the address, since it contains a password.
            case .server(.hasPassword): throw UserFacingError(.passwordInServerAddress, language: language)
            case .server(.malformed(let reason)):
                throw UserFacingError(.badServerAddress, [reason], language: language)
            case .badName(let name): throw UserFacingError(.badLibraryName, [name], language: language)
            case .severalNames: throw UserFacingError(.severalLibraryNames, language: language)
            }
        }
    }
}
