import Alerting
import Articles
import FeedFetching
import Formats
import SQLiteStorage
import System

/// `alerts [run|log|retry|test|confirm] [NAME]`: deliveries of what saved searches have found.
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
        case "confirm": return try ConfirmCommand.run(invocation, name: name)
        case let word?: throw invocation.complaint(.alertsUnknownWord, [word])
        }
    }

    private static func once(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.openExistingForWriting()
        let report = try AlertRun(invocation, settings: invocation.settings, store: store, prints: true).once()
        if report.isBusy {
            invocation.messages.warning(.alertsBusy)
            return .done
        }
        show(report, invocation)
        invocation.report(unconfirmed: report.unconfirmed)
        return report.failed > 0 ? .failed : report.delivered > 0 ? .done : .nothingFound
    }

    private static func show(_ report: AlertDeliverer.Report, _ invocation: Invocation) {
        for reason in report.failures.prefix(10) { invocation.messages.warning(.alertsFailed, [reason]) }
        if report.delivered + report.failed > 0 {
            invocation.messages.note(.alertsDelivered, [String(report.delivered), String(report.failed)])
        }
    }

    // MARK: - Staying

    private static func follow(_ invocation: Invocation) throws -> ExitCode {
        let watch = SignalWatch(reloads: false)
        let follower = try AlertFollower(invocation, settings: invocation.settings, prints: true)
        invocation.messages.note(.alertsFollow)
        follower.run(
            isEnding: { watch.isEnding }, wait: { _ = watch.wait(seconds: $0) }, show: { show($0, invocation) })
        return .done
    }

    // MARK: - Looking

    private static func status(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.openForReading()
        let searches = try store.savedSearches().filter { $0.rule != nil }
        if searches.isEmpty, !invocation.settings.has(.json) { invocation.messages.note(.alertsNone) }
        var waiting: [Int64: Int] = [:]
        for entry in try store.waitingAlerts() { waiting[entry.search] = entry.count }
        let policy = try invocation.settings.fetcher().policy
        let confirmations = ConfirmationFile.own.confirmations
        for search in searches {
            guard let rule = search.rule else { continue }
            let unconfirmed = rule.confirmables(search: search.name, policy: policy).filter { !confirmations.has($0) }
            let open = try store.deliveries(state: .waiting, search: search.id, limit: 10_000).count
            let dead = try store.deliveries(state: .dead, search: search.id, limit: 10_000).count
            if invocation.settings.has(.json) {
                var writer = JSONWriter()
                writer.object { object in
                    object.member("name", search.name)
                    object.member("notify", rule.channel)
                    object.member("digest", rule.digest)
                    object.member("waiting", waiting[search.id] ?? 0)
                    object.member("undelivered", open)
                    object.member("dead", dead)
                    object.member("failures", rule.failures)
                    object.member("disabled", rule.disabled)
                    if !unconfirmed.isEmpty {
                        object.key("unconfirmed")
                        object.array(unconfirmed) { $0.string($1.summary) }
                    }
                    object.member("failed_on", search.failedOn.map { Int($0) })
                }
                writer.endLine()
                invocation.output.write(writer.bytes)
            } else {
                let counts = Message.alertsStatus.text(
                    invocation.language, [waiting[search.id] ?? 0, open, dead].map { String($0) })
                let name = invocation.style.bold(TerminalSafe.line(search.name))
                let disabled = rule.disabled.map { "\t" + invocation.style.bad(TerminalSafe.line($0)) } ?? ""
                let waits = unconfirmed.map { item in
                    let text = Message.alertWaits.text(invocation.language, [item.text(invocation.language)])
                    return "\t" + invocation.style.bad(TerminalSafe.line(text))
                }
                let rest = counts + disabled + waits.joined()
                invocation.output.line("\(name)\t\(TerminalSafe.line(SavedCommand.text(rule)))\t\(rest)")
                if let article = search.failedOn {
                    invocation.output.line(
                        "    " + Message.patternFailedOn.text(invocation.language, [String(article)]))
                }
            }
        }
        return .done
    }

    private static func search(_ name: String?, _ store: any ArticleStore) throws -> SavedSearch? {
        guard let name else { return nil }
        guard let search = try store.savedSearches(named: name).first else {
            throw StorageError.noSuchSavedSearch(name)
        }
        return search
    }

    private static func log(_ invocation: Invocation, _ name: String?) throws -> ExitCode {
        let store = try invocation.openForReading()
        let chosen = try search(name, store)
        let names = Dictionary(uniqueKeysWithValues: try store.savedSearches().map { ($0.id, $0.name) })
        let limit = invocation.settings.number(.limit) ?? 20
        let deliveries = try store.deliveries(state: nil, search: chosen?.id, limit: limit)
        for delivery in deliveries {
            let articles = try store.articles(of: delivery)
            let name = names[delivery.search] ?? ""
            if invocation.settings.has(.json) {
                var writer = JSONWriter()
                writer.delivery(delivery, name: name, articles: articles)
                writer.endLine()
                invocation.output.write(writer.bytes)
            } else {
                let parts = [
                    WallClock.minute(delivery.finished ?? delivery.due, utc: invocation.settings.has(.utc)),
                    stateText(delivery.state, invocation.language), TerminalSafe.line(name),
                    articles.prefix(5).map { "#\($0)" }.joined(separator: " ") + (articles.count > 5 ? " …" : ""),
                    delivery.failure.map { "(\(delivery.attempts)) " + TerminalSafe.line($0) } ?? "",
                ]
                invocation.output.line(parts.joined(separator: "\t"))
            }
        }
        return deliveries.isEmpty ? .nothingFound : .done
    }

    private static func stateText(_ state: AlertDelivery.State, _ language: Language) -> String {
        switch state {
        case .waiting: Message.alertWaiting.text(language)
        case .delivered: Message.alertDelivered.text(language)
        case .dead: Message.alertDead.text(language)
        }
    }

    private static func retry(_ invocation: Invocation, _ name: String?) throws -> ExitCode {
        let store = try invocation.openExistingForWriting()
        let count = try store.retryAlerts(of: try search(name, store)?.id, now: WallClock.now())
        invocation.messages.note(.alertsRetried, [String(count)])
        return count > 0 ? .done : .nothingFound
    }

    private static func test(_ invocation: Invocation, _ name: String?) throws -> ExitCode {
        let store = try invocation.openExistingForWriting()
        let searches = try search(name, store).map { [$0] } ?? store.savedSearches().filter { $0.rule != nil }
        let run = try AlertRun(invocation, settings: invocation.settings, store: store, prints: true)
        var code = searches.isEmpty ? ExitCode.nothingFound : .done
        for search in searches {
            guard search.rule != nil else { throw invocation.complaint(.alertNotSet, [search.name]) }
            let told = try store.alertedArticles(of: search.id, limit: 1)
            do {
                try run.test(search, articles: told.compactMap { try store.article($0) })
                invocation.messages.note(.alertTested, [search.name])
            } catch let failure as AlertFailure {
                if let item = failure.unconfirmed {
                    invocation.report(unconfirmed: [.init(search: search.name, item: item)])
                } else {
                    invocation.messages.warning(.alertTestFailed, [search.name, failure.reason])
                }
                code = .failed
            }
        }
        return code
    }
}

extension JSONWriter {
    fileprivate mutating func delivery(_ delivery: AlertDelivery, name: String, articles: [Int64]) {
        object { object in
            object.member("id", delivery.uid)
            object.member("search", name)
            object.member("state", "\(delivery.state)")
            object.member("attempts", delivery.attempts)
            object.member("created", CivilTime.rfc3339(delivery.created))
            object.member("due", delivery.state == .waiting ? CivilTime.rfc3339(delivery.due) : nil)
            object.member("finished", delivery.finished.map(CivilTime.rfc3339))
            object.member("failure", delivery.failure)
            object.key("articles")
            object.array(articles) { $0.number($1) }
        }
    }
}
