internal import FeedFetching
internal import Pipelines
internal import System

/// A file that is being downloaded, with the name `PATH.part`. A second file records the address that it is downloaded
/// from, so that a later run fetches only the rest.
final class PartFile: BodySink {
    private struct State {
        var file: FileDescriptor?
        var problem: DownloadResult?
        var bytes = 0
    }

    let path: String
    private let url: String
    private let mediaType: String?
    private let state = Locked(State())
    private var part: String { path + ".part" }
    private var source: String { path + ".part.source" }

    /// - Parameter mediaType: the type given by the feed.
    init(path: String, url: String, mediaType: String?) {
        self.path = path
        self.url = url
        self.mediaType = mediaType
    }

    /// The offset at which an earlier download of the same address ended. Nil if there was no such download, or if the
    /// server sent no validator.
    var resumePoint: ResumePoint? {
        guard let size = FileSystem.byteCount(part), size > 0,
            let bytes = try? FileSystem.read(source, limit: 16 << 10)
        else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 2, lines[0] == url, !lines[1].isEmpty else { return nil }
        return ResumePoint(offset: size, validator: String(lines[1]))
    }

    /// Number of bytes received by this run.
    var bytes: Int { state.withLock(\.bytes) }

    /// The failure that made this sink end the transfer; nil if nothing failed.
    var problem: DownloadResult? { state.withLock(\.problem) }

    func begin(at offset: Int, _ answer: FetchAnswer) -> Bool {
        let type = answer.contentType?.lowercased() ?? ""
        if type.hasPrefix("text/html"), let mediaType, !mediaType.lowercased().hasPrefix("text/") {
            return fail(.failed(kind: "notTheFile", text: mediaType))
        }
        do throws(SystemError) {
            try FileSystem.makeFolders(FileSystem.parent(path))
            if offset == 0 {
                try forget()
                // A weak validator does not guarantee equal bytes (RFC 9110, section 13.1.5).
                let strong = answer.etag.flatMap { $0.hasPrefix("W/") ? nil : $0 } ?? answer.lastModified
                if let strong { try FileSystem.replace(source, with: Array("\(url)\n\(strong)\n".utf8), mode: 0o644) }
            }
            let file = try FileDescriptor.appending(part, mode: 0o644)
            state.withLock { $0.file = file }
            return true
        } catch {
            return fail(.unwritable(error))
        }
    }

    func take(_ bytes: Span<UInt8>) -> Bool {
        let file = state.withLock { state in
            state.bytes += bytes.count
            return state.file
        }
        guard let file else { return false }
        do throws(SystemError) {
            try file.write(bytes)
            return true
        } catch {
            return fail(.unwritable(error))
        }
    }

    /// Renames the complete file to its final name.
    func finish() throws(SystemError) {
        let file = state.withLock(\.file)
        try file?.synchronize()
        close()
        try FileSystem.move(part, to: path)
        try FileSystem.remove(source)
    }

    /// Closes the file. The received part is kept for a later run.
    func close() {
        state.withLock { state in
            state.file?.close()
            state.file = nil
        }
    }

    /// Deletes the files of an earlier run.
    func forget() throws(SystemError) {
        try FileSystem.remove(part)
        try FileSystem.remove(source)
    }

    private func fail(_ problem: DownloadResult) -> Bool {
        state.withLock { $0.problem = problem }
        return false
    }
}
