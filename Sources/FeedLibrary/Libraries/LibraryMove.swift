public import Accounts
internal import Articles
internal import LibraryStorage
internal import Messages
internal import PostgreSQL
internal import PostgresEngine
internal import SQLiteEngine
internal import System

/// Moves a library of a host to a file or a server while it is in use.
///
/// The library is copied, and the changes made meanwhile are copied until few are left. Then writers wait while the
/// last changes are copied. The former place is sealed, and the directory is changed. The seal does not depend on this
/// process: a service that finds a sealed library first changes the library's version in the directory, and then
/// removes the seal, so that this process can no longer change the directory. At each moment, the library is at the
/// place that the directory names.
public struct LibraryMove {
    /// The steps of a move, in order.
    public enum Step: Sendable, CaseIterable {
        case copied, caughtUp, locked, complete, sealed, switched
    }

    public enum Outcome: Sendable, Equatable {
        case moved(from: String, to: String)
        /// The library is already there.
        case unchanged(at: String)
    }

    /// Thrown inside the last step if it takes too long.
    private struct TooSlow: Error {}

    private let host: HostPlace
    private let accounts: AccountStore
    /// Called after each step; an error ends the move.
    private let didEnd: (Step) throws -> Void
    /// The approximate maximum time for which writers wait.
    private let maxLock: Duration

    /// Changes are copied without a lock until a pass takes less than this time.
    private static let shortTime = Duration.milliseconds(500)
    private static let maxAttempts = 20

    public init(
        _ host: HostPlace, _ accounts: AccountStore, maxLock: Duration = .milliseconds(1_200),
        didEnd: @escaping (Step) throws -> Void = { _ in }
    ) {
        self.host = host
        self.accounts = accounts
        self.maxLock = maxLock
        self.didEnd = didEnd
    }

    /// Moves a library. If the call fails or the process ends before the directory is changed, the library stays at its
    /// former place. In any case, another call continues the move.
    ///
    /// - Parameter address: a path, or the address of a library on a server.
    /// - Throws: `StorageError`, `AccountError`, `UserFacingError`.
    public func run(_ name: String, to address: String) throws -> Outcome {
        let entries = try accounts.hostedLibraries()
        guard let entry = entries.first(where: { $0.name == name }), entry.state == .ready else {
            throw UserFacingError(.hostHasNoLibrary, [host.location, name], language: host.language)
        }
        let target = try storedAddress(address)
        let former = try host.location(of: entry.address)
        if try isSame(former, target) {
            try removeFormer(entry)
            return .unchanged(at: target)
        }
        let taken = try entries.first { try isSame(host.location(of: $0.address), target) }
        if let taken {
            throw UserFacingError(.libraryMovePlaceTaken, [target, taken.name], language: host.language)
        }
        let moved = try move(entry, from: former, to: target)
        try removeFormer(moved)
        return .moved(from: former, to: target)
    }

    /// The address as the directory stores it.
    private func storedAddress(_ address: String) throws -> String {
        if LibraryPlace(address).isServer { return try LibraryPlace.parsed(address, host.language).text }
        return try absolute(address)
    }

    /// The path with symbolic links resolved. The file need not exist; its folder is made.
    private func absolute(_ path: String) throws -> String {
        if let path = FileSystem.absolute(path) { return path }
        guard let name = path.split(separator: "/").last.map(String.init), !path.hasSuffix("/") else {
            throw StorageError.notAFile(location: path)
        }
        let folder = FileSystem.parent(path)
        do { try FileSystem.makeFolders(folder) } catch { throw UserFacingError(error, language: host.language) }
        guard let known = FileSystem.absolute(folder) else { throw StorageError.notFound(location: folder) }
        return (known == "/" ? "" : known) + "/" + name
    }

    private func isSame(_ one: String, _ other: String) throws -> Bool {
        switch (LibraryPlace(one), LibraryPlace(other)) {
        case (.file, .file): FileSystem.absolute(one) ?? one == FileSystem.absolute(other) ?? other
        case (let one, let other): try one.isSame(other, host.language)
        }
    }

    private func move(_ entry: HostedLibrary, from former: String, to target: String) throws -> HostedLibrary {
        let language = host.language
        // A seal of an interrupted move: the directory still names this place.
        let known = try unsealed(entry, at: former)
        guard let source = try LibraryPlace(former).open(.reading, language, trace: nil) as? any CopyableStore,
            let writer = try LibraryPlace(former).open(.changing, language, trace: nil) as? any CopyableStore
        else { preconditionFailure("every engine can be copied") }
        do {
            let copy = try CopyPlace(target, language) { try LibraryCopy.isEarlierState($0, of: source) }
            let task = LibraryCopy(from: source, to: copy.store, replacesEarlierCopy: true)
            var token = try task.prepare()
            try didEnd(.copied)
            for attempt in 1...Self.maxAttempts {
                let began = ContinuousClock.now
                token = try task.catchUp(since: token)
                if ContinuousClock.now - began > Self.shortTime, attempt < Self.maxAttempts { continue }
                try didEnd(.caughtUp)
                do {
                    try writer.sealing {
                        let locked = ContinuousClock.now
                        try didEnd(.locked)
                        _ = try task.catchUp(since: token, isLast: true) {
                            if ContinuousClock.now - locked > maxLock { throw TooSlow() }
                        }
                        try copy.putInPlace()
                        try didEnd(.complete)
                    }
                } catch is TooSlow {
                    continue
                }
                try didEnd(.sealed)
                let moved = try accounts.move(known, to: target)
                try didEnd(.switched)
                return moved
            }
        } catch let error as LibraryCopyError {
            switch error {
            case .notEmpty: throw UserFacingError(.copyNeedsEmptyPlace, [target], language: language)
            case .differs(let table, let row):
                throw UserFacingError(.copiedRowDiffers, [target, table, row], language: language)
            }
        }
        throw UserFacingError(.libraryMoveBusy, [entry.name, former], language: language)
    }

    /// Makes a library writable again after an interrupted move. A move that is still running then fails.
    ///
    /// - Returns: false if another process has changed the entry in the meantime.
    package func endInterrupted(_ entry: HostedLibrary) throws -> Bool {
        do {
            _ = try unsealed(entry, at: host.location(of: entry.address))
            return true
        } catch AccountError.libraryChanged {
            return false
        }
    }

    /// Removes the seal that an interrupted move has left.
    ///
    /// - Returns: the entry with its new version.
    private func unsealed(_ entry: HostedLibrary, at location: String) throws -> HostedLibrary {
        let place = LibraryPlace(location)
        guard try place.isSealed(host.language) else { return entry }
        let changed = try accounts.change(entry, to: .ready)
        try place.unseal(host.language)
        return changed
    }

    /// Removes the sealed library that a move has left at its former place.
    private func removeFormer(_ entry: HostedLibrary) throws {
        guard let former = try accounts.formerAddress(of: entry) else { return }
        let location = try host.location(of: former)
        let place = LibraryPlace(location)
        // A library that is not sealed is a different one, which was created there later.
        guard try place.isSealed(host.language) else { return }
        switch place {
        case .file:
            for suffix in ["-wal", "-shm", ""] where FileSystem.kind(location + suffix) == .file {
                do { try FileSystem.remove(location + suffix) } catch {
                    throw UserFacingError(error, language: host.language)
                }
            }
        case .server(let address):
            let name = try LibraryPlace.parsed(address, host.language).name.text
            try Libraries(at: location, host.language).remove(name)
        }
    }
}

extension LibraryPlace {
    /// Whether the library at this place is sealed (`StorageError.sealed`); false if the place has no library.
    func isSealed(_ language: Language) throws -> Bool {
        switch self {
        case .file(let path):
            guard FileSystem.kind(path) == .file, FileSystem.byteCount(path) ?? 0 > 0 else { return false }
            return try SQLiteLibrary.isSealed(path: path)
        case .server(let address): return try PostgresLibrary.isSealed(Self.parsed(address, language))
        }
    }

    /// Makes a sealed library writable. The caller must have changed the version of the library in the directory.
    func unseal(_ language: Language) throws {
        switch self {
        case .file(let path): try SQLiteLibrary.unseal(path: path)
        case .server(let address): try PostgresLibrary.unseal(Self.parsed(address, language))
        }
    }
}

/// A place that receives a copy.
private struct CopyPlace {
    let store: any CopyableStore
    private let file: FileCopyTarget?

    /// - Parameter isEarlierCopy: whether a place that has content is an earlier copy, which is then continued.
    init(_ location: String, _ language: Language, isEarlierCopy: (any CopyableStore) throws -> Bool) throws {
        switch LibraryPlace(location) {
        case .server(let address):
            let address = try LibraryPlace.parsed(address, language)
            if address.name != .main {
                do { _ = try Libraries(at: location, language).create(address.name.text) } catch StorageError
                    .libraryExists
                {}
            }
            store = try PostgresLibrary.open(address, access: .write, goesOnCopying: true)
            file = nil
        case .file(let path):
            do { try FileSystem.makeFolders(FileSystem.parent(path)) } catch {
                throw UserFacingError(error, language: language)
            }
            let made = try FileCopyTarget(for: path, trace: nil, isEarlierCopy: isEarlierCopy)
            store = made.store
            file = made
        }
    }

    /// Makes a complete copy usable.
    func putInPlace() throws { try file?.putInPlace() }
}
