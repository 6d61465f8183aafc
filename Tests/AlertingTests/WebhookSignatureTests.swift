import Testing

@testable import Alerting

@Suite struct WebhookSignatureTests {
    @Test("A Standard Webhooks signature is the one of the specification's example") func standard() throws {
        // From the reference libraries' own tests, https://github.com/standard-webhooks/standard-webhooks.
        let headers = WebhookSignature.standard.headers(
            uid: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array("{\"test\": 2432232314}".utf8),
            secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        #expect(headers.last?.1 == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }
}
