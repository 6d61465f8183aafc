internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// A page with the progress and the results of a job.
struct JobPage {
    private let job: Job
    private let call: RequestContext
    private static let maxRows = 500
    private static let refreshSeconds = 2

    init(_ job: Job, _ call: RequestContext) {
        self.job = job
        self.call = call
    }

    var response: HTTPResponse {
        let title = (job.kind == .import ? Message.jobImport : .jobRefresh).text(call.language)
        return call.answer(
            .transfer, title, refreshSeconds: job.state.isFinal ? nil : Self.refreshSeconds
        ) { page in
            page.element(
                "div",
                [
                    ("id", "job"), ("class", "card"), ("data-job", job.state.isFinal ? nil : job.id),
                    ("aria-live", "polite"),
                ]
            ) { box in
                box.element("p") { line in
                    line.element(
                        "strong", line.say(ImportOutcome(job).isEmpty ? .stateNothing : .state(ofJob: job.state)))
                    line.text(" · ")
                    line.moment(job.created, call.dates)
                }
                if !job.state.isFinal { progress(&box) }
                if let problem = job.problem.flatMap({ JSONValue.parse($0) }) {
                    box.element("p", problem["detail"]?.string ?? "", [("role", "alert")])
                }
                if let report = job.report.flatMap({ JSONValue.parse($0) }) {
                    if job.kind == .import { imported(report, &box) } else { refreshed(report, &box) }
                }
            }
            if !job.state.isFinal { call.button(page.say(.manageStop), "cancel-job", with: [("id", job.id)], &page) }
            page.element("p") { line in
                if call.mayOpen("import") {
                    line.element("a", line.say(.importExport), [("href", line.address("import"))])
                    line.text(" · ")
                }
                line.element("a", line.say(.toReader), [("href", line.address(""))])
            }
        }
    }

    private func progress(_ page: inout HTMLPage) {
        let (done, total) = (job.progress?.done ?? 0, job.progress?.total)
        page.element(
            "progress",
            [
                ("aria-label", page.say(.progress)), ("value", total.map { _ in String(done) }),
                ("max", total.map { String(max($0, 1)) }),
            ]
        ) { _ in }
        let counted = total.map { "\(done) / \($0)" } ?? String(done)
        page.element("p", counted, [("class", "dim")])
    }

    // MARK: - Reports

    private func imported(_ report: JSONValue, _ page: inout HTMLPage) {
        let outcome = ImportOutcome(job)
        let outlines = report["outlines"]?.elements ?? []
        let refused = outlines.filter { $0["result"]?.string == "refused" }
        if outcome.isEmpty {
            page.element("p", [("class", "form-mistake"), ("role", "alert")]) { line in
                line.text("! " + line.say(.nothingImported))
            }
            page.element("p") { line in
                line.element(
                    "a", line.say(.anotherFile), [("href", line.address("import")), ("class", "button")])
            }
        } else {
            page.element("dl", [("class", "figures")]) { list in
                figure(.added, report["added"], &list)
                figure(.alreadyThere, report["present"], &list)
                figure(.refusedCount, .number(String(refused.count)), &list)
                if let articles = report["articles"] { figure(.newArticles, articles["inserted"], &list) }
            }
        }
        for moved in report["moved"]?.elements ?? [] {
            page.element(
                "p",
                page.say(.movedFrom, moved["reader"]?.string ?? "", moved["inserted"]?.numberText ?? "0"))
        }
        if outcome.hasAdded {
            page.element("div", [("class", "buttons")]) { line in
                call.button(line.say(.retryNow), "refresh", with: [("new", "1")], class: "primary", &line)
                line.element("span", line.say(.fetchNewHelp), [("class", "dim")])
            }
        }
        files(report, &page)
        if outlines.isEmpty { return }
        let ordered = refused + outlines.filter { $0["result"]?.string != "refused" }
        page.table(
            page.say(.outlines),
            [page.say(.result), page.say(.title), page.say(.address), page.say(.folder)]
        ) { rows in
            for outline in ordered.prefix(Self.maxRows) { row(outline, &rows) }
        }
        if ordered.count > Self.maxRows {
            page.element("p", page.say(.andMore, String(ordered.count - Self.maxRows)), [("class", "dim")])
        }
    }

    private func figure(_ name: Message, _ value: JSONValue?, _ page: inout HTMLPage) {
        page.element("div") { group in
            group.element("dt", group.say(name))
            group.element("dd", value?.numberText ?? "0")
        }
    }

    private func row(_ outline: JSONValue, _ page: inout HTMLPage) {
        page.element("tr") { row in
            row.element("td") { cell in
                switch outline["result"]?.string {
                case "added": cell.element("span", cell.say(.added), [("class", "good")])
                case "present": cell.text(cell.say(.alreadyThere))
                default:
                    cell.element("span", "! " + cell.say(.refusedOne), [("class", "danger")])
                    cell.element("br") { _ in }
                    cell.text(outline["why"]?.string ?? "")
                }
            }
            row.cells(
                outline["title"]?.string ?? "", MaskedURL.mask(outline["url"]?.string ?? ""),
                (outline["folders"]?.elements ?? []).compactMap(\.string).joined(separator: " / "))
        }
    }

    /// Adds the files and lines that could not be read.
    private func files(_ report: JSONValue, _ page: inout HTMLPage) {
        // Outlines are listed in a table of their own.
        let outlines = (report["outlines"]?.elements ?? []).compactMap { $0["why"]?.string }
        let rejected =
            (report["rejected"]?.elements ?? []).filter { !outlines.contains($0["why"]?.string ?? "") }
            + (report["articles"]?["rejected"]?.elements ?? [])
        if rejected.isEmpty { return }
        page.table(page.say(.notRead), [page.say(.place), page.say(.why)]) { rows in
            for refusal in rejected.prefix(Self.maxRows) {
                rows.element("tr") { row in
                    row.cells(refusal["where"]?.string ?? "", refusal["why"]?.string ?? "")
                }
            }
        }
    }

    private func refreshed(_ report: JSONValue, _ page: inout HTMLPage) {
        page.element("dl", [("class", "figures")]) { list in
            figure(.feeds, report["feeds"], &list)
            figure(.newArticles, report["inserted"], &list)
            figure(.manageChangedArticles, report["updated"], &list)
            figure(.failedFeeds, report["failed"], &list)
        }
        let failures = report["failures"]?.elements ?? []
        if failures.isEmpty { return }
        page.table(page.say(.failingFeeds), [page.say(.feed), page.say(.why)]) { rows in
            for failure in failures.prefix(Self.maxRows) {
                rows.element("tr") { row in
                    row.element("th", failure["title"]?.string ?? "", [("scope", "row")])
                    row.cells(
                        FetchReason.text(
                            kind: failure["kind"]?.string ?? "", detail: failure["why"]?.string ?? "", call.language))
                }
            }
        }
        page.element("p") { $0.element("a", $0.say(.whatToDo), [("href", $0.address("failing"))]) }
    }
}

/// What an import has changed, from its report.
struct ImportOutcome {
    /// Whether the import has ended and found nothing to import: no subscription and no article.
    let isEmpty: Bool
    /// Whether there are new subscriptions.
    let hasAdded: Bool

    init(_ job: Job) {
        guard job.kind == .import, job.state == .done, let report = job.report.flatMap({ JSONValue.parse($0) }) else {
            (isEmpty, hasAdded) = (false, false)
            return
        }
        func number(_ value: JSONValue?) -> Int { value?.numberText.flatMap { Int($0) } ?? 0 }
        let reports = [report["articles"]].compactMap(\.self) + (report["moved"]?.elements ?? [])
        let articles = reports.reduce(0) { sum, part in
            sum + number(part["inserted"]) + number(part["updated"]) + number(part["unchanged"])
        }
        hasAdded = number(report["added"]) > 0
        isEmpty = !hasAdded && number(report["present"]) == 0 && articles == 0
    }
}

extension JSONValue {
    fileprivate var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    fileprivate var numberText: String? { if case .number(let text) = self { text } else { nil } }
}
