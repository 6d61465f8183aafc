internal import Markup
public import Messages

/// Translates the details of fetch errors, which are stored in English. `words` handles details that are not in the
/// table, such as messages of libcurl or of a server.
public enum FetchDetail {
    public static func text(_ detail: String, _ language: Language) -> String {
        guard language == .simplifiedChinese else { return detail }
        for (pattern, translation) in rows {
            guard let filled = match(detail, pattern) else { continue }
            return translation.replacing("{1}", with: filled.isEmpty ? "" : text(filled, language))
        }
        return words(detail)
    }

    /// Translates a detail that is not in the table if it contains a known fragment. Otherwise, a detail with more than
    /// three English words and without a URL is replaced by an empty text, and any other detail is kept.
    /// `feeds --failing --json` shows the complete text.
    private static func words(_ detail: String) -> String {
        for (fragment, translation) in fragments where detail.contains(fragment) { return translation }
        let words = detail.split { !$0.isLetter }.filter { $0.allSatisfy(\.isASCII) && $0.count > 1 }
        return words.count > 3 && !detail.contains("://") ? "" : detail
    }

    /// Translations of fragments of frequent messages of libcurl and OpenSSL.
    private static let fragments: [(fragment: String, translation: String)] = [
        ("onnection timed out", "连接超时"), ("onnection refused", "连接被拒绝"),
        ("onnection reset by peer", "连接被对方重置"), ("ailed to connect to", "连接失败"),
        ("ould not connect to", "连接失败"), ("certificate has expired", "证书已过期"),
        ("self-signed certificate", "证书是自签名的"), ("self signed certificate", "证书是自签名的"),
        ("unable to get local issuer certificate", "无法验证证书的签发者"),
        ("no alternative certificate subject name matches", "证书不属于该域名"),
        ("wrong version number", "对方不支持 TLS"), ("etwork is unreachable", "网络不可达"),
        ("o route to host", "无法到达主机"),
    ]

    /// Returns the text that matches `{1}` in a pattern. The result is empty for a pattern without `{1}`, and nil if
    /// the text does not match.
    static func match(_ text: String, _ pattern: String) -> String? {
        guard let place = pattern.firstRange(of: "{1}") else { return text == pattern ? "" : nil }
        let (head, tail) = (pattern[..<place.lowerBound], pattern[place.upperBound...])
        guard text.count > head.count + tail.count, text.hasPrefix(head), text.hasSuffix(tail) else { return nil }
        return String(text.dropFirst(head.count).dropLast(tail.count))
    }

    // The translations. The first matching row is used. One row per line. swift-format-ignore
    private static let rows: [(pattern: String, translation: String)] = [
        ("the host name has no address", "域名没有地址"),
        ("the host name was not resolved in time", "域名解析超时"),
        ("{1} has no address", "{1} 没有地址"),
        ("no connection: {1}", "{1}"),
        ("more than {1} bytes", "超过 {1} 字节"),
        ("once unpacked", "解压后"),
        ("more than {1}", "超过 {1} 次"),
        ("no secure connection: {1}", "{1}"),
        ("no complete answer in time", "未在时限内收到完整应答"),
        ("the connection broke off: {1}", "连接中断：{1}"),
        ("the server closed the connection without an answer", "服务器没有应答就关闭了连接"),
        ("the answer ended early", "应答不完整"),
        ("the answer is empty", "应答为空"),
        ("The document is empty.", "内容为空"),
        ("This is {1} data, not a feed.", "内容是 {1} 压缩数据"),
        ("the answer is larger than allowed once unpacked", "解压后超过允许的大小"),
        ("the answer is larger than allowed", "超过允许的大小"),
        ("the answer is larger than {1} bytes", "超过 {1} 字节"),
        ("the answer is coded in a way that was not asked for", "应答使用了未请求的编码"),
        ("the answer is not in the coding that it names", "应答与其声明的编码不符"),
        ("the header is larger than {1} bytes", "应答头超过 {1} 字节"),
        ("a header line is longer than {1} bytes", "应答头中有一行超过 {1} 字节"),
        ("two different Content-Length headers", "有两个不同的 Content-Length"),
        ("not modified, though nothing was known before", "没有依据的“未修改”应答"),
        ("more than {1} redirects", "重定向超过 {1} 次"),
        ("a redirect without an address", "重定向没有目标地址"),
        ("redirected to an address that is refused: {1}", "重定向到不允许的地址：{1}"),
        ("the site wants to see a browser (status {1})", "状态 {1}"),
        ("it leads to a page for signing in", "打开的是登录页面"),
        ("status {1}", "状态 {1}"),
        ("the feed says that it is gone for good", "该订阅源声明已永久停止"),
        ("the proxy's name has no address", "代理的域名没有地址"),
        ("the proxy refused: {1}", "代理拒绝：{1}"),
        ("a proxy must be http, https, socks5 or socks5h", "代理应为 http、https、socks5 或 socks5h"),
        ("a header of this feed cannot be sent", "该订阅源设置的请求头无法发送"),
        ("its headers cannot be read: {1}", "无法读取请求头文件：{1}"),
        ("its password cannot be read: {1}", "无法读取密码：{1}"),
        ("its cookies cannot be read: {1}", "无法读取 Cookie 文件：{1}"),
        ("its proxy cannot be read: {1}", "无法读取代理设置：{1}"),
        ("the address is not a proper URL ({1})", "网址格式有误：{1}"),
        ("the address carries a user name or password", "网址中含有用户名或密码"),
        ("only http and https are fetched, not {1}", "只获取 http 和 https，不支持 {1}"),
        ("port {1} is not one for feeds", "端口 {1} 不用于订阅源"),
        ("{1} is a name of a local network", "{1} 是本地网络的名称"),
        ("{1} is this machine", "{1} 是本机"),
        ("{1} is a private network", "{1} 是私有网络地址"),
        ("{1} is a carrier's network", "{1} 是运营商内部地址"),
        ("{1} is a link-local address", "{1} 是链路本地地址"),
        ("{1} is a reserved address", "{1} 是保留地址"),
        ("{1} is a local or reserved address", "{1} 是本地或保留地址"),
        ("{1} is an address for documentation", "{1} 是文档示例地址"),
        ("{1} is a network for benchmarks", "{1} 是测试用地址"),
        ("{1} is a multicast address", "{1} 是组播地址"),
    ]
}
