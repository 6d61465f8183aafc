/// Recognises pages that check whether the client is a browser, such as Cloudflare's, so that they can be distinguished
/// from other errors.
enum ChallengePage {
    /// Whether a response is a page that checks whether the client is a browser.
    ///
    /// - Parameter start: the first bytes of the body.
    static func isChallenge(_ head: ResponseHead, start: [UInt8]) -> Bool {
        if head["cf-mitigated"]?.lowercased() == "challenge" { return true }
        guard [403, 429, 503].contains(head.status) else { return false }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        let marks = [
            "challenge-platform", "cf-chl", "just a moment...", "_cf_chl_opt", "ddos-guard",
            "attention required! | cloudflare",
        ]
        return marks.contains { text.contains($0) }
    }
}
