import FeedFetching
import FeedLibrary
import Messages
import Testing

@Suite struct FetchReasonTests {
    @Test("A reason is told in the reader's language, with what it is about")
    func languages() {
        #expect(
            FetchReason.text(kind: "refused", detail: "127.0.0.1 is this machine", .simplifiedChinese)
                == "不允许访问该地址（127.0.0.1 是本机）")
        #expect(
            FetchReason.text(kind: "refused", detail: "127.0.0.1 is this machine", .english)
                == "the address is not allowed: 127.0.0.1 is this machine")
        #expect(FetchReason.text(kind: "httpStatus", detail: "status 404", .simplifiedChinese) == "服务器返回 404：找不到该页面")
        #expect(
            FetchReason.text(kind: "httpStatus", detail: "status 418", .english) == "the server returned status 418")
        #expect(FetchReason.text(kind: "httpStatus", detail: "status 599", .simplifiedChinese) == "服务器返回 599：服务器内部错误")
    }

    @Test("A detail inside a detail is told too, and what is not known stays as it is")
    func nested() {
        #expect(
            FetchDetail.text(
                "redirected to an address that is refused: port 25 is not one for feeds", .simplifiedChinese)
                == "重定向到不允许的地址：端口 25 不用于订阅源")
        #expect(FetchDetail.text("SSL: weird", .simplifiedChinese) == "SSL: weird")
        #expect(FetchDetail.text("has no address", .simplifiedChinese) == "has no address")
        #expect(FetchDetail.text("", .simplifiedChinese) == "")
    }

    @Test("A detail that says what its kind says is not told twice")
    func repeated() {
        let cases: [(kind: String, detail: String, english: String, chinese: String)] = [
            ("timeout", "no complete answer in time", "no answer in time", "超时"),
            (
                "timeout", "the host name was not resolved in time",
                "no answer in time: the host name was not resolved in time", "超时（域名解析超时）"
            ),
            ("dns", "the host name has no address", "the host name cannot be resolved", "域名无法解析"),
            (
                "connect",
                "no connection: Failed to connect to a.example port 80 after 0 ms: Couldn't connect to server",
                "no connection: Failed to connect to a.example port 80 after 0 ms: Couldn't connect to server",
                "无法连接（连接失败）"
            ),
            (
                "tls", "no secure connection: SSL certificate problem: certificate has expired",
                "the secure connection cannot be trusted: SSL certificate problem: certificate has expired",
                "安全连接不可信（证书已过期）"
            ),
            ("gone", "the feed says that it is gone for good", "gone permanently", "已永久停止"),
            (
                "tooLarge", "the answer is larger than 10485760 bytes",
                "the feed is too large: more than 10485760 bytes",
                "内容过大（超过 10485760 字节）"
            ),
            (
                "badAnswer", "Some strange words of a library",
                "the server's response is invalid: Some strange words of a library",
                "服务器的应答有误"
            ),
        ]
        for (kind, detail, english, chinese) in cases {
            #expect(FetchReason.text(kind: kind, detail: detail, .english) == english)
            #expect(FetchReason.text(kind: kind, detail: detail, .simplifiedChinese) == chinese)
        }
    }

    @Test("Every reason for refusing an address has its line")
    func refusals() {
        let refusals: [AddressRefusal] = [
            .malformed("no host"), .scheme("ftp"), .userInfo, .localName("nas"), .port(25),
            .localAddress(host: "10.0.0.1", kind: "a private network"),
        ]
        for refusal in refusals {
            let text = FetchDetail.text(refusal.reason, .simplifiedChinese)
            #expect(text != refusal.reason && text.unicodeScalars.contains { $0.value > 0x4E00 }, "\(text)")
        }
    }
}
