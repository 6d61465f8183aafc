package import Articles
package import FeedParsing
internal import Formats
internal import Messages

/// Failures as shown to members of a shared library. The details of a failure may contain an address with a secret, or
/// where a secret is stored, so members see only the kind and the status of the response.
extension FeedFetchState {
    package var forMembers: FeedFetchState {
        var state = self
        state.url = MaskedURL.mask(url)
        state.title = MaskedURL.mask(title)
        state.movedTo = movedTo.map(MaskedURL.mask)
        state.failureText = failureText.map { FetchReason.withoutDetail(kind: failureKind ?? "", $0) }
        return state
    }
}

extension FetchReason {
    /// The status in the detail of a failure; empty if the kind is not `httpStatus`.
    fileprivate static func withoutDetail(kind: String, _ detail: String) -> String {
        guard kind == "httpStatus" else { return "" }
        let status = detail.drop { !$0.isNumber }.prefix { $0.isNumber }.prefix(3)
        return status.isEmpty ? "" : "status " + status
    }
}

extension JSONValue {
    /// The report of a refresh as shown to members.
    package var refreshReportForMembers: JSONValue {
        switch self {
        case .object(let members):
            let kind = self["kind"]?.string ?? ""
            return .object(
                members.map { key, value in
                    switch (key, value) {
                    case ("why", .string(let detail)):
                        let status = FetchReason.withoutDetail(kind: kind, detail)
                        return (key, .string(FetchReason.text(kind: kind, detail: status, .english)))
                    case (_, .string(let text)): return (key, .string(MaskedURL.mask(text)))
                    default: return (key, value.refreshReportForMembers)
                    }
                })
        case .array(let elements): return .array(elements.map(\.refreshReportForMembers))
        default: return self
        }
    }
}
