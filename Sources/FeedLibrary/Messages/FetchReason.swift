public import Messages

/// The texts for the reasons why fetches failed.
public enum FetchReason {
    /// - Parameters:
    ///   - kind: the stored kind, for example `dns` or `timeout`.
    ///   - detail: the English detail that was stored with the kind.
    public static func text(kind: String, detail: String, _ language: Language) -> String {
        guard let plain = table[kind] else { return detail }
        if kind == "httpStatus", let status = Int(detail.drop { !$0.isNumber }.prefix { $0.isNumber }) {
            return text(status: status, language)
        }
        let detail = rest(of: detail, kind: kind)
        switch language {
        case .english: return detail.isEmpty ? plain.english : "\(plain.english): \(detail)"
        case .simplifiedChinese:
            let detail = FetchDetail.text(detail, language)
            return detail.isEmpty ? plain.simplifiedChinese : "\(plain.simplifiedChinese)（\(detail)）"
        }
    }

    /// The detail without words that only repeat the kind.
    private static func rest(of detail: String, kind: String) -> String {
        for (pattern, rest) in repeating[kind] ?? [] {
            if let filled = FetchDetail.match(detail, pattern) { return rest.replacing("{1}", with: filled) }
        }
        return detail
    }

    /// Patterns of details that repeat the kind, and the remaining text without the repetition.
    private static let repeating: [String: [(pattern: String, rest: String)]] = [
        "dns": [("the host name has no address", ""), ("{1} has no address", "{1}")],
        "connect": [("no connection: {1}", "{1}")],
        "tls": [("no secure connection: {1}", "{1}")],
        "timeout": [("no complete answer in time", "")],
        "tooLarge": [
            ("the answer is larger than allowed", ""), ("the answer is larger than {1} bytes", "more than {1} bytes"),
            ("the answer is larger than allowed once unpacked", "once unpacked"),
        ],
        "tooManyRedirects": [("more than {1} redirects", "more than {1}")],
        "badRedirect": [("a redirect without an address", "")],
        "challenge": [("the site wants to see a browser (status {1})", "status {1}")],
        "needsSignIn": [("it leads to a page for signing in", ""), ("the page asks for a sign-in", "")],
        "needsTwoFactor": [("the page asks for a second factor", "")],
        "signInFailed": [("the site did not accept the sign-in", ""), ("it leads to a page for signing in", "")],
        "proxy": [("the proxy failed", "")],
        "noMainText": [("the page has no main text", "")],
        "gone": [("the feed says that it is gone for good", "")],
    ]

    private static func text(status: Int, _ language: Language) -> String {
        let plain = statuses[status] ?? (status >= 500 ? statuses[500] : nil)
        let meaning = plain.map { " (" + $0.english + ")" } ?? ""
        switch language {
        case .english: return "the server returned status \(status)" + meaning
        case .simplifiedChinese: return "服务器返回 \(status)" + (plain.map { "：" + $0.simplifiedChinese } ?? "")
        }
    }

    private static let statuses: [Int: LocalizedText] = [
        400: LocalizedText("bad request", "无法理解请求"),
        402: LocalizedText("payment required", "需要付费"),
        403: LocalizedText("access denied", "拒绝访问"),
        404: LocalizedText("not found", "找不到该页面"),
        405: LocalizedText("method not allowed", "不允许这样访问"),
        406: LocalizedText("format not available", "不提供这种格式"),
        429: LocalizedText("too many requests", "请求过于频繁"),
        451: LocalizedText("unavailable for legal reasons", "因法律原因不可用"),
        500: LocalizedText("internal server error", "服务器内部错误"),
        502: LocalizedText("bad gateway", "网关错误"),
        503: LocalizedText("overloaded or under maintenance", "服务暂不可用"),
        504: LocalizedText("gateway timeout", "网关超时"),
    ]

    private static let table: [String: LocalizedText] = [
        "dns": LocalizedText("the host name cannot be resolved", "域名无法解析"),
        "connect": LocalizedText("no connection", "无法连接"),
        "tls": LocalizedText("the secure connection cannot be trusted", "安全连接不可信"),
        "timeout": LocalizedText("no answer in time", "超时"),
        "tooLarge": LocalizedText("the feed is too large", "内容过大"),
        "tooManyRedirects": LocalizedText("too many redirects", "重定向次数过多"),
        "badRedirect": LocalizedText("invalid redirect", "重定向目标无效"),
        "refused": LocalizedText("the address is not allowed", "不允许访问该地址"),
        "badAnswer": LocalizedText("the server's response is invalid", "服务器的应答有误"),
        "httpStatus": LocalizedText("the server refused the request", "服务器拒绝"),
        "challenge": LocalizedText("the site requires a browser check", "网站要求浏览器验证"),
        "needsSignIn": LocalizedText(
            "sign-in required (set --auth FILE or --cookies FILE with 'feedsearch edit FEED')",
            "需要登录（可用 edit 的 --auth 或 --cookies 设置）"),
        "needsTwoFactor": LocalizedText(
            "a second factor is required (sign in with a browser, save its cookies, and set them with 'feedsearch edit FEED --cookies FILE')",
            "需要两步验证（请用浏览器登录并保存 Cookie，再用 edit FEED --cookies FILE 设置）"),
        "signInFailed": LocalizedText(
            "the site did not accept the sign-in (renew the cookies or the password in their file; the next fetch reads it)",
            "网站不接受登录信息（请更新 Cookie 或密码文件，下次获取时会读取）"),
        "proxy": LocalizedText("the proxy failed", "代理失败"),
        "badRequest": LocalizedText("the request cannot be sent", "请求无法发送"),
        "unconfirmed": LocalizedText("not confirmed on this machine", "未在本机确认"),
        "postponed": LocalizedText("its host asked for a pause", "服务器要求稍后再试"),
        "notAFeed": LocalizedText("not a feed", "不是订阅源"),
        "notTheFile": LocalizedText("the response is a web page, not a file of the expected type", "应答是网页，不是所需类型"),
        "notAPage": LocalizedText("not a web page", "不是网页"),
        "noMainText": LocalizedText(
            "no main text was found on the page (give its CSS selector with 'feedsearch edit FEED --full-text' or 'save-page --content')",
            "网页上没有找到正文（可用 CSS 选择器指定：edit FEED --full-text，save-page --content）"),
        "noItems": LocalizedText("the selector found nothing on the page", "选择器在网页上没有找到内容"),
        "noFields": LocalizedText("the items on the page have neither a title nor a link", "网页上的条目没有标题和链接"),
        "gone": LocalizedText("gone permanently", "已永久停止"),
    ]
}
