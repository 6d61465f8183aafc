import Articles
import FeedFetching
import Formats
import SQLiteStorage
import System

/// `alerts confirm [NAME]`: what a database names and what waits for a confirmation, and the confirmation itself.
enum ConfirmCommand {
    static func run(_ invocation: Invocation, name: String?) throws -> ExitCode {
        let store = try invocation.openForReading()
        let file = ConfirmationFile.own
        if let trouble = file.trouble() { throw trouble.complaint(invocation.language) }
        var pending = try PendingConfirmation.all(
            in: store, file.confirmations, fetcher: try invocation.settings.fetcher(), resolves: true)
        if let name {
            let feed = try? store.feed(typed: name).url
            pending = pending.filter { $0.owner == name || $0.owner == feed }
        }
        if pending.isEmpty {
            if !invocation.settings.has(.json) { invocation.messages.note(.confirmNothing) }
            return .nothingFound
        }
        show(pending, invocation)
        guard try isAgreed(pending.count, invocation) else { return .done }
        do { try file.add(pending.map(\.item)) } catch { throw error.complaint(invocation.language) }
        invocation.messages.note(.confirmed, [String(pending.count)])
        return .done
    }

    private static func show(_ pending: [PendingConfirmation], _ invocation: Invocation) {
        for entry in pending {
            if invocation.settings.has(.json) {
                var writer = JSONWriter()
                writer.object { object in
                    object.member("owner", entry.owner)
                    object.member("kind", entry.item.kind.rawValue)
                    object.member("value", entry.item.value)
                    object.member("for", entry.item.target)
                }
                writer.endLine()
                invocation.output.write(writer.bytes)
            } else {
                let owner = invocation.style.bold(TerminalSafe.line(MaskedURL.mask(entry.owner)))
                invocation.output.line("\(owner)\t\(TerminalSafe.line(entry.item.text(invocation.language)))")
            }
        }
        invocation.output.flush()
    }

    /// With `--json` alone nothing is asked: a program looks.
    private static func isAgreed(_ count: Int, _ invocation: Invocation) throws -> Bool {
        if invocation.settings.has(.yes) { return true }
        if invocation.settings.has(.json) { return false }
        guard FileDescriptor.standardInput.isTerminal, FileDescriptor.standardError.isTerminal else {
            throw invocation.complaint(.confirmNeedsYes, [String(count)])
        }
        invocation.messages.note(.confirmAsk, [String(count)])
        var lines = LineReader(.standardInput)
        let answer = String(decoding: try lines.next() ?? [], as: UTF8.self).lowercased()
        return ["y", "yes", "是", "好"].contains(answer)
    }
}

extension ConfirmationFile.Trouble {
    func complaint(_ language: Language) -> Complaint {
        switch self {
        case .nowhere: Complaint(.confirmNowhere, language: language)
        case .system(let error):
            Complaint(.confirmUnwritable, [error.path, error.reason(language)], language: language)
        case .foreign(let path): Complaint(.confirmForeign, [path], language: language)
        }
    }
}
