internal import FeedLibrary
internal import Formats
package import Ingestion
package import Messages

/// The feeds that a refresh could not fetch, grouped by reason.
package struct FailureReport {
    /// Feeds that failed for the same reason.
    package struct Group {
        package var reason: String
        /// Whether the feeds were refused because they are on this machine or a local network. The reason is then
        /// followed by advice.
        package var isLocal = false
        package var failures: [FeedRefreshReport.Failure]
    }

    /// The groups, largest first.
    package let groups: [Group]
    private let language: Language

    private static let titleColumns = 40
    /// The maximum number of feeds listed for a reason. Further feeds are only counted.
    private static let listed = 10

    package init(_ failures: [FeedRefreshReport.Failure], _ language: Language) {
        self.language = language
        var groups: [Group] = []
        var places: [String: Int] = [:]
        for failure in failures {
            // Each local address is a separate reason, but the advice is the same, so group them.
            let isLocal = failure.kind == "refused" && Self.isLocal(failure.text)
            let reason =
                isLocal ? "" : FetchReason.text(kind: failure.kind, detail: failure.text, language)
            if let place = places[reason] {
                groups[place].failures.append(failure)
            } else {
                places[reason] = groups.count
                groups.append(Group(reason: reason, isLocal: isLocal, failures: [failure]))
            }
        }
        for index in groups.indices where groups[index].isLocal {
            groups[index].reason = Self.localReason(groups[index].failures, language)
        }
        self.groups = groups.enumerated().sorted {
            ($1.element.failures.count, $0.offset) < ($0.element.failures.count, $1.offset)
        }.map(\.element)
    }

    /// The lines of the report, with escaped feed text.
    package var lines: [String] {
        if groups.isEmpty { return [] }
        let count = groups.reduce(0) { $0 + $1.failures.count }
        var lines = [Message.fetchFailures.text(language, [String(count)])]
        for group in groups {
            lines.append(
                "  "
                    + Message.fetchReason.text(
                        language, [TerminalSafe.line(group.reason), String(group.failures.count)]))
            for failure in group.failures.prefix(Self.listed) { lines.append("    " + Self.line(failure)) }
            let rest = group.failures.count - Self.listed
            if rest > 0 { lines.append("    " + Message.fetchMoreFailures.text(language, [String(rest)])) }
        }
        return lines
    }

    private static func line(_ failure: FeedRefreshReport.Failure) -> String {
        let url = TerminalSafe.line(MaskedURL.mask(failure.url))
        let title = TextWrap.truncate(TerminalSafe.line(MaskedURL.mask(failure.title)), width: titleColumns)
        if failure.title == failure.url { return url }
        return title + String(repeating: " ", count: max(0, titleColumns - DisplayWidth.of(title))) + "  " + url
    }

    private static func isLocal(_ detail: String) -> Bool {
        ["this machine", "a private network", "a link-local address", "a name of a local network"].contains {
            detail.hasSuffix(" is " + $0)
        }
    }

    private static func localReason(_ failures: [FeedRefreshReport.Failure], _ language: Language) -> String {
        var hosts: [String] = []
        for failure in failures {
            guard let host = MaskedURL.host(failure.url), !hosts.contains(host) else { continue }
            hosts.append(host)
            if hosts.count == 3 { break }
        }
        let first = hosts.first ?? "127.0.0.1"
        return Message.fetchLocal.text(language, [hosts.joined(separator: ", "), first])
    }
}
