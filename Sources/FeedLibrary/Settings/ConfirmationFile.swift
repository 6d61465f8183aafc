internal import Alerting
public import FeedFetching
internal import Formats
public import Messages
public import System

/// The confirmations of the user of this machine. They are stored in a file outside of all databases, one per line.
///
/// A line is the SHA-256 of a `Confirmable`'s bytes, in hexadecimal, so that the file contains neither addresses nor
/// names of secrets. Other lines are ignored. A file that another user owns or can write to confirms nothing.
///
/// Each confirmation adds two lines: one counts for all libraries of the user, the other only for the library in which
/// it was given. Libraries of a host use only the second, since their accounts do not trust each other.
public final class ConfirmationFile: Sendable {
    /// The reason why the file is not used.
    public enum Trouble: Error {
        /// The user has no home directory, so the file has no location.
        case nowhere
        case system(SystemError)
        /// The file is owned by another user, is writable by others, or is not a regular file.
        case foreign(path: String)
    }

    private struct State {
        var stamp: FileStatus?
        var lines: Set<String> = []
    }

    /// The path of the file; nil if the user has no home directory.
    public let path: String?
    private let state = Locked(State())
    private let library: @Sendable () -> String?
    private let isOnlyOfLibrary: Bool
    private let knownLibrary = Locked<String?>(nil)
    private static let maxBytes = 64 << 20

    /// - Parameters:
    ///   - path: the path of the file; nil if the user has no home directory.
    ///   - library: returns a unique name of the library; nil if it cannot be determined now. Called when it is first
    ///     needed.
    ///   - isOnlyOfLibrary: whether only confirmations that were given for this library count.
    public init(
        path: String?, library: @escaping @Sendable () -> String? = { nil }, isOnlyOfLibrary: Bool = false
    ) {
        self.path = path
        self.library = library
        self.isOnlyOfLibrary = isOnlyOfLibrary
    }

    public var confirmations: Confirmations { Confirmations { self.has($0) } }

    /// Whether an item is confirmed; false if the file of confirmations cannot be read.
    public func has(_ item: Confirmable) -> Bool {
        guard let line = isOnlyOfLibrary ? lineOfLibrary(item) : Self.line(item) else { return false }
        return state.withLock { state in
            refresh(&state)
            return state.lines.contains(line)
        }
    }

    /// The status of the file, which changes whenever the file changes. Callers that wait for a confirmation compare
    /// this value.
    public var stamp: FileStatus? { path.flatMap { FileStatus($0, followsLinks: false) } }

    /// The reason why an existing file is not used; nil if the file is used or does not exist.
    public func trouble() -> Trouble? {
        guard let path else { return nil }
        do { _ = try Self.read(path) } catch { return error }
        return nil
    }

    /// Adds all of the confirmations and syncs them to disk, or adds none of them.
    ///
    /// A lock serialises processes that add confirmations at the same time. The file is replaced atomically.
    public func add(_ items: [Confirmable]) throws(Trouble) {
        guard let path else { throw .nowhere }
        let lock: FileLock
        do throws(SystemError) {
            try FileSystem.makeFolders(FileSystem.parent(path))
            lock = try FileLock(path + ".lock")
        } catch {
            throw .system(error)
        }
        defer { withExtendedLifetime(lock) {} }
        var lines = try Self.read(path)
        let known = Set(lines)
        let new = items.flatMap { [Self.line($0), lineOfLibrary($0)].compactMap(\.self) }
        lines += Set(new).subtracting(known).sorted()
        if lines.count == known.count { return }
        let text = lines.map { $0 + "\n" }.joined()
        do throws(SystemError) {
            try FileSystem.replace(path, with: Array(text.utf8), mode: 0o600)
        } catch {
            throw .system(error)
        }
    }

    // MARK: -

    private func refresh(_ state: inout State) {
        let now = stamp
        guard now != state.stamp else { return }
        state.stamp = now
        guard let path, now != nil else {
            state.lines = []
            return
        }
        state.lines = Set((try? Self.read(path)) ?? [])
    }

    /// The line that counts only for this library; nil if the name of the library cannot be determined.
    private func lineOfLibrary(_ item: Confirmable) -> String? {
        let name = knownLibrary.withLock { known in
            if known == nil { known = library() }
            return known
        }
        return name.map { name in
            Hexadecimal.encode(SHA256.hash(Array("library \(name.utf8.count):\(name)\n".utf8) + item.bytes))
        }
    }

    private static func line(_ item: Confirmable) -> String {
        Hexadecimal.encode(SHA256.hash(item.bytes))
    }

    /// The lines of the file; empty if the file does not exist.
    private static func read(_ path: String) throws(Trouble) -> [String] {
        guard let stamp = FileStatus(path, followsLinks: false) else { return [] }
        guard stamp.isOwn else { throw .foreign(path: path) }
        do throws(SystemError) {
            let text = String(decoding: try FileSystem.read(path, limit: maxBytes), as: UTF8.self)
            return text.split(separator: "\n").map(String.init)
        } catch {
            throw .system(error)
        }
    }
}

extension ConfirmationFile.Trouble {
    /// Converts the trouble to a message for the user.
    public func userFacing(_ language: Language) -> UserFacingError {
        switch self {
        case .nowhere: UserFacingError(.confirmNowhere, language: language)
        case .system(let error):
            UserFacingError(.confirmUnwritable, [error.path, error.reason(language)], language: language)
        case .foreign(let path): UserFacingError(.confirmForeign, [path], language: language)
        }
    }
}
