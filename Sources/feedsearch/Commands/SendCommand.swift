import Alerting
import Articles
import FeedLibrary
internal import Formats
import Messages
import SQLiteEngine
import TerminalPages

/// `send NAME N…`: sends articles to a destination. `send add|list|test|remove|log|retry` manage the destinations.
enum SendCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        let rest = Array(words.dropFirst())
        switch words.first {
        case nil, "list":
            try expect(0, rest, invocation)
            return try list(invocation)
        case "add": return try add(rest, invocation)
        case "test": return try test(rest, invocation)
        case "remove": return try remove(rest, invocation)
        case "log":
            try expect(1, rest, invocation)
            return try log(rest.first, invocation)
        case "retry":
            try expect(1, rest, invocation)
            let count = try invocation.library(.changing).destinations.retry(rest.first)
            invocation.messages.note(.sendRetried, [String(count)])
            return count > 0 ? .done : .nothingFound
        case let name?: return try send(rest, to: name, invocation)
        }
    }

    /// - Parameter count: the maximum number of words.
    private static func expect(_ count: Int, _ words: [String], _ invocation: Invocation) throws {
        if words.count > count { throw invocation.userError(.sendUnknownWord, [words[count]]) }
    }

    // MARK: - Sending

    private static func send(_ words: [String], to name: String, _ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.changing)
        _ = try library.destinations.named(name)
        let selection = try invocation.select(words, in: library)
        if selection.isByQuery { throw invocation.userError(.openNeedsNumbers, ["send"]) }
        if try library.destinations.send(selection.numbers, to: name) == 0 {
            invocation.messages.note(.sendAlready, [name])
        }
        let report = try library.alerts.deliverer().run()
        if report.isBusy { invocation.messages.note(.sendElsewhere) }
        library.alerts.tell(unconfirmed: report.unconfirmed)
        var code = ExitCode.done
        let entries = try library.destinations.log(
            of: name, limit: 10_000, articles: Set(selection.numbers))
        for number in selection.numbers {
            guard let entry = entries.first(where: { $0.sending.article == number }) else { continue }
            let sending = entry.sending
            if invocation.isJSON { invocation.writeJSON { $0.sending(entry) } }
            switch sending.state {
            case .delivered: if !invocation.isJSON { invocation.messages.note(.sendDone, [String(number), name]) }
            case .waiting:
                invocation.messages.note(.sendWaits, [String(number), name, reason(sending, library, invocation)])
                if sending.failure != nil { code = .failed }
            case .dead:
                invocation.messages.warning(.sendFailed, [String(number), name, sending.failure ?? ""])
                code = .failed
            }
        }
        return code
    }

    /// The reason why an article has not been sent yet.
    private static func reason(_ sending: Sending, _ library: Library, _ invocation: Invocation) -> String {
        if let failure = sending.failure { return failure }
        let destination = try? library.store.destinations().first { $0.id == sending.destination }
        return destination?.disabled ?? invocation.clock.minute(max(sending.due, destination?.notBefore ?? 0))
    }

    // MARK: - Destinations

    private static func add(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard words.count >= 2 else {
            throw UsageError.missingOperand(command: "send", operands: "add NAME KIND:ADDRESS")
        }
        try expect(2, words, invocation)
        let library = try invocation.library(.writing)
        do {
            try library.destinations.add(words[0], words[1], secret: invocation.settings.value(.secret))
        } catch let error as AlertSettingError {
            throw error.userFacing(invocation.language)
        }
        invocation.messages.note(.destinationAdded, [words[0]])
        return .done
    }

    private static func remove(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard let name = words.first else {
            throw UsageError.missingOperand(command: "send", operands: "remove NAME")
        }
        try expect(1, words, invocation)
        try invocation.library(.changing).destinations.remove(name)
        invocation.messages.note(.destinationRemoved, [name])
        return .done
    }

    private static func test(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard let name = words.first else {
            throw UsageError.missingOperand(command: "send", operands: "test NAME")
        }
        try expect(1, words, invocation)
        let library = try invocation.library(.changing)
        let failure = try library.destinations.test(name)
        if invocation.isJSON { invocation.writeJSON { $0.destinationTest(failure?.reason) } }
        guard let failure else {
            if invocation.isJSON { return .done }
            let isFolder = try library.destinations.named(name).kind == DestinationAddress.Kind.markdown.rawValue
            invocation.messages.note(isFolder ? .destinationFolderTested : .destinationTested, [name])
            return .done
        }
        if let item = failure.unconfirmed {
            library.alerts.tell(unconfirmed: [.init(search: "send:" + name, item: item)])
        } else {
            invocation.messages.warning(.destinationTestFailed, [name, failure.reason])
        }
        return .failed
    }

    private static func list(_ invocation: Invocation) throws -> ExitCode {
        let statuses = try invocation.library(.reading).destinations.all()
        if invocation.isJSON {
            for status in statuses { invocation.writeJSON { $0.destination(status) } }
            return statuses.isEmpty ? .nothingFound : .done
        }
        if statuses.isEmpty {
            invocation.messages.note(.destinationsNone)
            return .nothingFound
        }
        let rows = statuses.map { status in
            let counts = Message.destinationStatus.text(
                invocation.language, [status.waiting, status.sent, status.dead].map { String($0) })
            let name = invocation.style.bold(TerminalSafe.line(status.destination.name))
            let disabled = status.destination.disabled.map { [invocation.style.bad(TerminalSafe.line($0))] } ?? []
            let waits = status.unconfirmed.map { item in
                let text = Message.alertWaits.text(invocation.language, [item.text(invocation.language)])
                return invocation.style.bad(TerminalSafe.line(text))
            }
            return [name, TerminalSafe.line(status.destination.address), counts] + disabled + waits
        }
        for line in invocation.tableLines([.left, .flexible, .left], rows) { invocation.output.line(line) }
        return .done
    }

    private static func log(_ name: String?, _ invocation: Invocation) throws -> ExitCode {
        let limit = invocation.settings.number(.limit) ?? 20
        let entries = try invocation.library(.reading).destinations.log(of: name, limit: limit)
        if invocation.isJSON {
            for entry in entries { invocation.writeJSON { $0.sending(entry) } }
            return entries.isEmpty ? .nothingFound : .done
        }
        let rows = entries.map { entry in
            let sending = entry.sending
            let cells = [
                invocation.clock.minute(sending.finished ?? sending.due), sending.state.text(invocation.language),
                TerminalSafe.line(entry.name), "#\(sending.article)",
            ]
            let title = TerminalSafe.line(entry.title ?? "")
            let failure = sending.failure.map { "(\(sending.attempts)) " + TerminalSafe.line($0) } ?? ""
            if invocation.tableWidth == nil { return cells + [title, failure] }
            return cells + [[title, failure].filter { !$0.isEmpty }.joined(separator: " · ")]
        }
        for line in invocation.tableLines([.left, .left, .left, .left, .flexible], rows) {
            invocation.output.line(line)
        }
        return entries.isEmpty ? .nothingFound : .done
    }
}
