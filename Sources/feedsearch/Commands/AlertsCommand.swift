import Alerting
import Articles
import FeedLibrary
internal import Formats
import Messages
import SQLiteEngine
import System
import TerminalPages

/// `alerts [run|log|retry|test|confirm] [NAME]`: manages the alerts of saved searches.
enum AlertsCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        let name = words.count > 1 ? words.dropFirst().joined(separator: " ") : nil
        switch words.first {
        case nil: return invocation.settings.has(.follow) ? try follow(invocation) : try status(invocation)
        case "run": return invocation.settings.has(.follow) ? try follow(invocation) : try once(invocation)
        case "log": return try log(invocation, name)
        case "retry": return try retry(invocation, name)
        case "test": return try test(invocation, name)
        case "confirm": return try confirm(invocation, name)
        case let word?: throw invocation.userError(.alertsUnknownWord, [word])
        }
    }

    private static func once(_ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.changing)
        let report = try library.alerts.deliverer(terminal: printer(invocation.language)).run()
        if report.isBusy {
            invocation.messages.warning(.alertsBusy)
            return .done
        }
        show(report, invocation)
        library.alerts.tell(unconfirmed: report.unconfirmed)
        library.alerts.tell(unreadable: report.unreadable)
        return report.failed > 0 ? .failed : report.delivered > 0 ? .done : .nothingFound
    }

    private static func show(_ report: AlertDeliverer.Report, _ invocation: Invocation) {
        for reason in report.failures.prefix(10) { invocation.messages.warning(.alertsFailed, [reason]) }
        if report.delivered + report.failed > 0 {
            invocation.messages.note(.alertsDelivered, [String(report.delivered), String(report.failed)])
        }
    }

    private static func follow(_ invocation: Invocation) throws -> ExitCode {
        let watch = SignalWatch(reloads: false)
        let follower = try AlertFollower(terminal: printer(invocation.language)) { try invocation.library(.changing) }
        invocation.messages.note(.alertsFollow)
        follower.run(
            isEnding: { watch.isEnding }, wait: { _ = watch.wait(seconds: $0) }, show: { show($0, invocation) })
        return .done
    }

    /// Returns a closure that prints one line for each article of a message, beginning with the search's name.
    private static func printer(_ language: Language) -> @Sendable (AlertMessage) -> Void {
        { message in
            let output = OutputWriter(.standardOutput, language: language)
            let name = TerminalSafe.line(message.search.name)
            if message.trend != nil {
                output.line("\(name)\t" + TerminalSafe.line(message.heading(language.ofAlerts)))
            }
            for article in message.articles {
                let title = TerminalSafe.line(article.titleOrBeginning)
                let url = article.url.map { "  " + TerminalSafe.line(MaskedURL.mask($0)) } ?? ""
                output.line("\(name)\t#\(article.id)  \(title)\(url)")
            }
            output.flush()
        }
    }

    private static func status(_ invocation: Invocation) throws -> ExitCode {
        let statuses = try invocation.library(.reading).alerts.status()
        if invocation.settings.has(.json) {
            for status in statuses { invocation.writeJSON { $0.alertStatus(status) } }
            return .done
        }
        if statuses.isEmpty { invocation.messages.note(.alertsNone) }
        let rows = statuses.map { status in
            let counts = Message.alertsStatus.text(
                invocation.language, [status.waiting, status.undelivered, status.dead].map { String($0) })
            let name = invocation.style.bold(TerminalSafe.line(status.search.name))
            let disabled = status.rule.disabled.map { [invocation.style.bad(TerminalSafe.line($0))] } ?? []
            let waits = status.unconfirmed.map { item in
                let text = Message.alertWaits.text(invocation.language, [item.text(invocation.language)])
                return invocation.style.bad(TerminalSafe.line(text))
            }
            return [name, TerminalSafe.line(status.rule.summary), counts] + disabled + waits
        }
        for (status, line) in zip(statuses, invocation.tableLines([.left, .flexible, .left], rows)) {
            invocation.output.line(line)
            invocation.showFailure(on: status.search.failedOn)
        }
        return .done
    }

    private static func log(_ invocation: Invocation, _ name: String?) throws -> ExitCode {
        let limit = invocation.settings.number(.limit) ?? 20
        let entries = try invocation.library(.reading).alerts.log(of: name, limit: limit)
        if invocation.settings.has(.json) {
            for entry in entries {
                invocation.writeJSON {
                    $0.delivery(entry.delivery, name: entry.name, articles: entry.articles, trend: entry.trend)
                }
            }
            return entries.isEmpty ? .nothingFound : .done
        }
        let rows = entries.map { entry in
            let (delivery, articles) = (entry.delivery, entry.articles)
            return [
                invocation.clock.minute(delivery.finished ?? delivery.due),
                delivery.state.text(invocation.language), TerminalSafe.line(entry.name),
                entry.trend.map { TerminalSafe.line($0.text(invocation.language)) }
                    ?? articles.prefix(5).map { "#\($0)" }.joined(separator: " ") + (articles.count > 5 ? " …" : ""),
                delivery.failure.map { "(\(delivery.attempts)) " + TerminalSafe.line($0) } ?? "",
            ]
        }
        for line in invocation.tableLines([.left, .left, .left, .flexible, .flexible], rows) {
            invocation.output.line(line)
        }
        return entries.isEmpty ? .nothingFound : .done
    }

    private static func retry(_ invocation: Invocation, _ name: String?) throws -> ExitCode {
        let count = try invocation.library(.changing).alerts.retry(of: name)
        invocation.messages.note(.alertsRetried, [String(count)])
        return count > 0 ? .done : .nothingFound
    }

    private static func test(_ invocation: Invocation, _ name: String?) throws -> ExitCode {
        let library = try invocation.library(.changing)
        var code = ExitCode.nothingFound
        try library.alerts.test(of: name, terminal: printer(invocation.language)) { search, failure in
            if code == .nothingFound { code = .done }
            guard let failure else { return invocation.messages.note(.alertTested, [search.name]) }
            if let item = failure.unconfirmed {
                library.alerts.tell(unconfirmed: [.init(search: search.name, item: item)])
            } else {
                invocation.messages.warning(.alertTestFailed, [search.name, failure.reason])
            }
            code = .failed
        }
        return code
    }

    /// Lists the unconfirmed settings of a database, and confirms them if the user agrees.
    private static func confirm(_ invocation: Invocation, _ name: String?) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let pending = try library.alerts.pendingConfirmations(of: name)
        let isJSON = invocation.settings.has(.json)
        if pending.isEmpty {
            if !isJSON { invocation.messages.note(.confirmNothing) }
            return .nothingFound
        }
        for entry in pending {
            if isJSON {
                invocation.writeJSON { $0.pendingConfirmation(entry) }
            } else {
                let owner = invocation.style.bold(TerminalSafe.line(MaskedURL.mask(entry.owner)))
                invocation.output.line("\(owner)\t\(TerminalSafe.line(entry.item.text(invocation.language)))")
            }
        }
        invocation.output.flush()
        // With `--json` and without `--yes`, only list the settings: a program reads the output, so nobody could
        // confirm.
        if isJSON, !invocation.settings.has(.yes) { return .done }
        guard try invocation.isAgreed(.confirmAsk, otherwise: .confirmNeedsYes, pending.count) else { return .done }
        do {
            try library.settings.confirmations.add(pending.map(\.item))
        } catch {
            throw error.userFacing(invocation.language)
        }
        invocation.messages.note(.confirmed, [String(pending.count)])
        return .done
    }
}

extension Invocation {
    /// Prints the article on which a saved search or rule failed, below the line of the search or rule.
    func showFailure(on article: Int64?) {
        guard let article else { return }
        output.line("    " + Message.patternFailedOn.text(language, [String(article)]))
    }
}
