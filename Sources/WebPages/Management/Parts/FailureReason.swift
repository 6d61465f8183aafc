internal import Articles
internal import FeedLibrary
internal import Messages

/// The reason of a failure without its details, used to group failing feeds: the kind of failure, or the status of an
/// HTTP response.
struct FailureReason: Hashable, Sendable {
    /// A word that identifies the reason in addresses, for example `dns` or `404`.
    let key: String
    /// The stored kind of the failure.
    private let kind: String

    /// The reason of paused feeds. Since they are not fetched, their last failure does not matter until they are
    /// resumed.
    static let paused = FailureReason(key: "paused", kind: "paused")
    /// The maximum length of a kind that is shown. Kinds come from the database.
    private static let maxKindLength = 40

    private init(key: String, kind: String) {
        self.key = key
        self.kind = kind
    }

    init(_ state: FeedFetchState) {
        let text = state.failureText ?? ""
        let kind = state.isGone ? "gone" : String((state.failureKind ?? "").prefix(Self.maxKindLength))
        if kind == "httpStatus", let status = Self.status(text) {
            self.init(key: String(status), kind: kind)
        } else {
            let word = kind.split(separator: " ").joined(separator: "-")
            self.init(key: word.isEmpty ? "other" : word, kind: kind)
        }
    }

    private static func status(_ text: String) -> Int? {
        Int(text.drop { !$0.isNumber }.prefix { $0.isNumber }).flatMap { (100...999).contains($0) ? $0 : nil }
    }

    private var status: Int? { kind == "httpStatus" ? Int(key) : nil }

    func title(_ language: Language) -> String {
        let text =
            switch kind {
            case "paused": Message.failingPaused.text(language)
            case "needsSignIn": Message.failingSignIn.text(language)
            case "needsTwoFactor": Message.failingTwoFactor.text(language)
            case "signInFailed": Message.failingSignInRefused.text(language)
            case "noMainText": Message.failingNoText.text(language)
            default: FetchReason.text(kind: kind, detail: status.map { "status \($0)" } ?? "", language)
            }
        let shown = text.isEmpty ? kind.isEmpty ? "?" : kind : text
        return shown.prefix(1).uppercased() + shown.dropFirst()
    }

    /// Whether another feed of the site may replace one that fails for this reason.
    var suggestsAnotherFeed: Bool { [.adviceMissing, .adviceNotAFeed, .adviceGone].contains(advice) }

    var advice: Message { FailureAdvice.message(kind: kind, status: status) }
}
