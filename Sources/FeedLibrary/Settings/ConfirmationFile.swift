internal import Alerting
public import FeedFetching
internal import Formats
public import Messages
public import System

/// What the user of this machine has confirmed: a file outside of every database, a line for each confirmation.
///
/// A line is the SHA-256 of a `Confirmable`'s bytes, in hexadecimal, so that the file holds neither addresses nor names of
/// secrets. Other lines are passed over. A file that somebody else owns or may write confirms nothing.
public final class ConfirmationFile: Sendable {
    /// Why a file that is there does not count.
    public enum Trouble: Error {
        /// No home directory, so there is no place for it.
        case nowhere
        case system(SystemError)
        /// Its owner is another user, others may write it, or it is no plain file.
        case foreign(path: String)
    }

    private struct State {
        var stamp: FileStatus?
        var lines: Set<String> = []
    }

    /// nil where there is no home directory.
    public let path: String?
    private let state = Locked(State())
    private static let maxBytes = 64 << 20

    public init(path: String?) { self.path = path }

    public var confirmations: Confirmations { Confirmations { self.has($0) } }

    /// Where the file cannot be read nothing is confirmed.
    public func has(_ item: Confirmable) -> Bool {
        let line = Self.line(item)
        return state.withLock { state in
            refresh(&state)
            return state.lines.contains(line)
        }
    }

    /// Changes whenever the file does: for those who wait for a confirmation.
    public var stamp: FileStatus? { path.flatMap { FileStatus($0, followsLinks: false) } }

    /// Why the file is not used although it is there; nil where all is well or there is none.
    public func trouble() -> Trouble? {
        guard let path else { return nil }
        do { _ = try Self.read(path) } catch { return error }
        return nil
    }

    /// Adds confirmations: all of them, on the disk, or none.
    ///
    /// Processes that add at the same time wait for each other; the file is replaced as a whole.
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
        lines += Set(items.map { Self.line($0) }).subtracting(known).sorted()
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

    private static func line(_ item: Confirmable) -> String {
        Hexadecimal.encode(SHA256.hash(item.bytes))
    }

    /// The lines of a file; none where there is no file.
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
    /// What to do about it.
    public func complaint(_ language: Language) -> Complaint {
        switch self {
        case .nowhere: Complaint(.confirmNowhere, language: language)
        case .system(let error):
            Complaint(.confirmUnwritable, [error.path, error.reason(language)], language: language)
        case .foreign(let path): Complaint(.confirmForeign, [path], language: language)
        }
    }
}
