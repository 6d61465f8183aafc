/// Why a feed could not be fetched, in plain words.
enum FetchReason {
    /// - Parameters:
    ///   - kind: as stored: `dns`, `timeout` …
    ///   - detail: the line that was stored with it, in English.
    static func text(kind: String, detail: String, _ language: Language) -> String {
        guard let plain = table[kind] else { return detail }
        switch language {
        case .english: return detail.isEmpty ? plain.english : "\(plain.english): \(detail)"
        case .simplifiedChinese:
            return detail.isEmpty ? plain.simplifiedChinese : "\(plain.simplifiedChinese)（\(detail)）"
        }
    }

    private static let table: [String: LocalizedText] = [
        "dns": LocalizedText("the host's name has no address", "域名无法解析"),
        "connect": LocalizedText("no connection", "无法连接"),
        "tls": LocalizedText("the secure connection is not to be trusted", "安全连接不可信"),
        "timeout": LocalizedText("no answer in time", "超时"),
        "tooLarge": LocalizedText("the feed is too large", "内容过大"),
        "tooManyRedirects": LocalizedText("it redirects too often", "重定向次数过多"),
        "badRedirect": LocalizedText("it redirects to nowhere", "重定向目标无效"),
        "refused": LocalizedText("the address is not allowed", "不允许访问该地址"),
        "badAnswer": LocalizedText("the server's answer is broken", "服务器的应答有误"),
        "httpStatus": LocalizedText("the server refuses", "服务器拒绝"),
        "challenge": LocalizedText("the site asks for a browser", "网站要求浏览器验证"),
        "proxy": LocalizedText("the proxy failed", "代理失败"),
        "badRequest": LocalizedText("it cannot be asked like this", "请求无法发送"),
        "notAFeed": LocalizedText("it is no feed", "不是订阅源"),
        "noItems": LocalizedText("the selector found nothing on the page", "选择器在网页上没有找到内容"),
        "noFields": LocalizedText("the items of the page have no title and no link", "网页上的条目没有标题和链接"),
        "needsSignIn": LocalizedText("needs sign-in", "需要登录"),
        "gone": LocalizedText("gone for good", "已永久停止"),
    ]
}
