public import Accounts
internal import Articles
package import FeedFetching
public import Messages
internal import Pipelines
internal import PostgreSQL
internal import PostgresEngine
public import System

/// Opens the accounts of a library. They are stored in the file `service.db` next to the library's file or, if the
/// library is on a server, in tables on that server.
public final class LibraryAccounts: Sendable {
    private let place: LibraryPlace
    private let local: LocalPlace
    private let keyText: String?
    private let language: Language
    private let environment: @Sendable (String) -> String?
    /// The open accounts of a library on a server. They are cached because connecting takes longer than opening a file.
    private let opened = Locked<AccountStore?>(nil)

    /// - Parameters:
    ///   - key: where the key that encrypts secrets on a server is stored, `file:PATH` or `env:NAME`; nil for
    ///     `service.key` in the library's local folder.
    ///   - environment: returns the value of an environment variable.
    public init(
        of place: LibraryPlace, _ local: LocalPlace, key: String?, _ language: Language,
        environment: @escaping @Sendable (String) -> String? = { Environment.value($0) }
    ) {
        self.place = place
        self.local = local
        keyText = key
        self.language = language
        self.environment = environment
    }

    /// Opens the accounts, and creates their database or tables if necessary. On a server, accounts that an earlier
    /// version stored on this machine are moved to the server.
    ///
    /// - Parameter tell: receives messages for the user.
    /// - Throws: `AccountError`; errors of opening the library on the server; `UserFacingError`.
    public func open(
        clock: SystemClock = .system, options: AccountStore.Options = AccountStore.Options(),
        tell: (Message, [String]) -> Void = { _, _ in }
    ) throws -> AccountStore {
        guard case .server(let text) = place else {
            return try AccountStore(besideLibrary: local.path(), clock: clock, options: options)
        }
        if let store = opened.withLock({ $0 }) { return store }
        let address = try LibraryPlace.parsed(text, language)
        // This creates the tables, and the identity after which the local folder is named.
        let library = try PostgresLibrary.open(address, access: .write).place
        let path = try local.path()
        do { try FileSystem.makeFolders(FileSystem.parent(path)) } catch {
            throw UserFacingError(.cannotWrite, [error.path, error.reason(language)], language: language)
        }
        let localFile = try LocalAccounts(besideLibrary: path)
        let key = try key(localFile)
        let opening = try PostgresAccountDatabase.open(address, library, key: key, local: localFile, now: clock.now())
        switch opening.localFile {
        case .none: break
        case .moved(let path): tell(.accountsMoved, [path])
        case .unused(let path): tell(.accountsUnused, [path])
        }
        if let fingerprint = opening.newKey { tell(.serviceKeyMade, [key.text, fingerprint]) }
        return try keep(AccountStore(opening.database, clock: clock, options: options))
    }

    /// Opens the accounts; returns nil if none exist.
    ///
    /// - Throws: the errors of `open`.
    public func existing(
        clock: SystemClock = .system, options: AccountStore.Options = AccountStore.Options(),
        tell: (Message, [String]) -> Void = { _, _ in }
    ) throws -> AccountStore? {
        let path = try local.path()
        guard case .server(let text) = place else {
            return try AccountStore.existing(besideLibrary: path, clock: clock, options: options)
        }
        if let store = opened.withLock({ $0 }) { return store }
        let localFile = try LocalAccounts(besideLibrary: path)
        if localFile.exist { return try open(clock: clock, options: options, tell: tell) }
        let address = try LibraryPlace.parsed(text, language)
        guard let library = try PostgresLibrary.find(address, until: .after(.seconds(10)))?.place,
            let database = try PostgresAccountDatabase.existing(address, library, key: key(localFile))
        else { return nil }
        return try keep(AccountStore(database, clock: clock, options: options))
    }

    /// Stores the secrets that clients send.
    package var keeper: SecretKeeper {
        SecretKeeper(
            keep: { try self.open().keepSecret($0, for: $1) }, forget: { try self.existing()?.forgetSecret($0) })
    }

    /// Reads a stored secret; returns nil if it is not stored.
    ///
    /// - Throws: an error if this machine cannot read secrets, for example because it does not have their key.
    package func secret(_ name: String, for origin: WebOrigin) throws -> String? {
        try existing()?.secret(name, for: origin.description)
    }

    private func keep(_ store: AccountStore) -> AccountStore {
        opened.withLock { opened in
            if opened == nil { opened = store }
            return opened ?? store
        }
    }

    private func key(_ localFile: LocalAccounts) throws -> ServiceKeyPlace {
        guard let keyText else { return .ownFile(path: localFile.keyPath) }
        switch SecretReference(keyText) {
        case .environment(let name): return .environment(name: name, value: environment(name))
        case .file(let path): return .file(path: DefaultPaths(environment).expand(path))
        case .stored, nil: throw UserFacingError(.badServiceKey, [keyText], language: language)
        }
    }
}
