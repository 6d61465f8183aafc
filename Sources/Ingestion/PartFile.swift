internal import FeedFetching
internal import Pipelines
internal import System

/// A file that is being downloaded: `PATH.part`, and beside it where it comes from, so that a later run fetches the rest alone.
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

    /// - Parameter mediaType: as the feed says.
    init(path: String, url: String, mediaType: String?) {
        self.path = path
        self.url = url
        self.mediaType = mediaType
    }

    /// Where an earlier download of the same address ended; nil where there is none, or no way to know that it still holds.
    var resumePoint: ResumePoint? {
        guard let size = FileSystem.byteCount(part), size > 0,
            let bytes = try? FileSystem.read(source, limit: 16 << 10)
        else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 2, lines[0] == url, !lines[1].isEmpty else { return nil }
        return ResumePoint(offset: size, validator: String(lines[1]))
    }

    /// Bytes that this run has brought.
    var bytes: Int { state.withLock(\.bytes) }

    /// What went wrong here and not on the way.
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
                // A weak validator says nothing of bytes (RFC 9110, section 13.1.5).
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

    /// Gives the whole file its name.
    func finish() throws(SystemError) {
        let file = state.withLock(\.file)
        try file?.synchronize()
        close()
        try FileSystem.move(part, to: path)
        try FileSystem.remove(source)
    }

    /// What has come stays, for a later run.
    func close() {
        state.withLock { state in
            state.file?.close()
            state.file = nil
        }
    }

    /// Takes away what an earlier run left.
    func forget() throws(SystemError) {
        try FileSystem.remove(part)
        try FileSystem.remove(source)
    }

    private func fail(_ problem: DownloadResult) -> Bool {
        state.withLock { $0.problem = problem }
        return false
    }
}
