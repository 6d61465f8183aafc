import Articles
import FeedLibrary
import Formats
import Ingestion
import Messages
import QueryLanguage
import SQLiteEngine
import System
import TerminalPages

/// `enclosures [N…|QUERY]`: lists the files attached to articles. `--download FOLDER` downloads them.
enum EnclosuresCommand {
    /// Downloads of more files than this require a confirmation.
    private static let askAbove = 20
    private static let standardMaxSize = 1 << 30

    static func run(_ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let limit = invocation.arguments.value(.limit).flatMap { Int($0) } ?? .max
        let enclosures = try library.articles.enclosures(of: articles(invocation, library), limit: limit)
        if enclosures.isEmpty {
            invocation.messages.note(.nothingFound)
            return .nothingFound
        }
        if let folder = invocation.settings.value(.download) {
            return try download(enclosures, to: folder, invocation, library)
        }
        for enclosure in enclosures {
            if invocation.isJSON {
                invocation.writeJSON { $0.enclosure(enclosure) }
            } else {
                invocation.output.line(line(enclosure, invocation))
            }
        }
        return .done
    }

    private static func articles(_ invocation: Invocation, _ library: Library) throws -> [Int64] {
        let words = invocation.arguments.operands
        if invocation.settings.has(.id) || !words.isEmpty { return try invocation.select(words, in: library).numbers }
        return try library.articles.select(["has:enclosure"], until: invocation.givenDeadline()).numbers
    }

    /// An enclosure as two lines on a terminal; elsewhere as number, media type, size in bytes, address and title,
    /// separated by tabs.
    private static func line(_ enclosure: ListedEnclosure, _ invocation: Invocation) -> String {
        let number = String(enclosure.article.id)
        let title = TerminalSafe.line(enclosure.article.titleOrBeginning)
        let (type, url) = (TerminalSafe.line(enclosure.type ?? ""), TerminalSafe.line(MaskedURL.mask(enclosure.url)))
        guard let width = invocation.tableWidth else {
            return [number, type, enclosure.length.map { String($0) } ?? "", url, title].joined(separator: "\t")
        }
        let style = invocation.style
        let facts = [type, enclosure.length.flatMap { $0 > 0 ? ByteCount.text($0) : nil } ?? ""].filter { !$0.isEmpty }
        let room = max(20, width - number.count - facts.reduce(2) { $0 + $1.utf8.count + 2 })
        return ([style.bold(number), TextWrap.truncate(title, width: room)] + facts).joined(separator: "  ")
            + "\n    " + url
    }

    // MARK: - Downloading

    private static func download(
        _ enclosures: [ListedEnclosure], to folder: String, _ invocation: Invocation, _ library: Library
    ) throws -> ExitCode {
        let maxBytes = try maxSize(invocation)
        let wanted = try named(enclosures, folder, invocation)
        if invocation.settings.has(.dryRun) {
            for item in wanted { invocation.output.line(TerminalSafe.line(item.path)) }
            return .done
        }
        if wanted.count > askAbove,
            !(try invocation.isAgreed(.askDownload, otherwise: .downloadNeedsYes, wanted.count))
        {
            return .failed
        }
        let watch = SignalWatch(reloads: false, endsAtOnce: true)
        let progress = FetchProgress(invocation.messages)
        var (stored, present, failed, bytes) = (0, 0, 0, 0)
        try library.articles.download(
            wanted, maxBytes: maxBytes, isEnding: { watch.isEnding },
            onProgress: { progress.update(files: stored + present + failed, of: wanted.count, bytes: $0) },
            onResult: { index, result in
                progress.finish()
                switch result {
                case .stored(let new):
                    stored += 1
                    bytes += new
                case .present: present += 1
                case .failed, .unwritable: failed += 1
                case .cancelled: break
                }
                tell(result, of: wanted[index], invocation)
            })
        progress.finish()
        invocation.output.flush()
        let counts = [String(stored), ByteCount.text(bytes), String(present), String(failed)]
        invocation.messages.note(.enclosureTotal, counts)
        return watch.interruption ?? (failed == 0 ? .done : .failed)
    }

    private static func tell(
        _ result: DownloadResult, of item: (enclosure: ListedEnclosure, path: String), _ invocation: Invocation
    ) {
        let language = invocation.language
        if invocation.isJSON { return invocation.writeJSON { $0.download(item.enclosure, path: item.path, result) } }
        let path = TerminalSafe.line(item.path)
        switch result {
        case .stored:
            let size = ByteCount.text(FileSystem.byteCount(item.path) ?? 0)
            invocation.output.line(Message.enclosureStored.text(language, [path, size]))
        case .present: invocation.output.line(Message.enclosurePresent.text(language, [path]))
        case .failed(let kind, let detail):
            let reason = FetchReason.text(kind: kind, detail: detail, language)
            invocation.messages.warning(.enclosureFailed, [path, MaskedURL.mask(item.enclosure.url), reason])
        case .unwritable(let error):
            let reason = error.reason(language)
            invocation.messages.warning(.enclosureFailed, [path, MaskedURL.mask(item.enclosure.url), reason])
        case .cancelled: break
        }
    }

    /// Assigns a path to each file. Files with the same name are numbered.
    private static func named(
        _ enclosures: [ListedEnclosure], _ folder: String, _ invocation: Invocation
    ) throws -> [(enclosure: ListedEnclosure, path: String)] {
        let text = invocation.settings.value(.name) ?? FileNamePattern.standard
        let pattern: FileNamePattern
        do throws(FileNamePattern.Problem) {
            pattern = try FileNamePattern(text)
        } catch .format(.unknown(let placeholder, let known)) {
            throw invocation.userError(.unknownPlaceholder, [placeholder, known.joined(separator: ", ")])
        } catch .leavesFolder {
            throw invocation.userError(.badNamePattern, [text])
        }
        let base = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        var taken: Set<String> = []
        // Number the files from the oldest article on, so that names do not change when newer articles arrive.
        return enclosures.reversed().map { enclosure in
            let path = base + "/" + pattern.path(enclosure.article, clock: invocation.clock)
            let end = "." + FileNamePattern.fileExtension(url: enclosure.url, type: enclosure.type)
            var name = path + end
            var number = 2
            while !taken.insert(name).inserted {
                name = "\(path) (\(number))\(end)"
                number += 1
            }
            return (enclosure, name)
        }
    }

    private static func maxSize(_ invocation: Invocation) throws -> Int {
        guard let text = invocation.settings.value(.maxSize) else { return standardMaxSize }
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = text.uppercased().last.flatMap { units[$0] }
        guard let number = Int(unit == nil ? text[...] : text.dropLast()),
            (1...(1 << 20)).contains(number) || unit == nil && number > 0
        else { throw invocation.userError(.badMaxSize, [text]) }
        return number * (unit ?? 1)
    }
}
