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
            FetchReason.text(kind: "httpStatus", detail: "status 418", .english) == "the server refuses: status 418")
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
