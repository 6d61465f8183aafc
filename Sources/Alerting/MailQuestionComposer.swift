internal import FeedFetching
internal import Formats

/// Writes and sends the mail that asks a recipient whether an account of a host may send alerts to the address.
package struct MailQuestionComposer {
    package var receiver: String
    /// The account as one line.
    package var account: String
    /// The page on which the recipient answers.
    package var link: String

    package init(receiver: String, account: String, link: String) {
        self.receiver = receiver
        self.account = account
        self.link = link
    }

    /// Sends the mail; blocks the calling thread.
    ///
    /// - Throws: `AlertFailure`.
    package func send(_ environment: AlertEnvironment) throws {
        try AlertChannel.send(to: [receiver], environment) { mail(from: $0, environment) }
    }

    func mail(from sender: String, _ environment: AlertEnvironment) -> [UInt8] {
        let name = PlainText.line(account, limit: 100)
        let subject = environment.language.pick("Confirm alerts from feedsearch", "确认接收 feedsearch 的提醒")
        let text = environment.language.pick(
            """
            The account "\(name)" of a feedsearch service wants to send alerts to this address.

            To receive them, open this page within 7 days and confirm:
            \(link)

            If you do not know this account, ignore this mail: nothing else is sent to you.
            """,
            """
            某 feedsearch 服务的账户“\(name)”希望把提醒发送到此地址。

            如愿接收，请在 7 天内打开此页并确认：
            \(link)

            如果您不认识此账户，请忽略此邮件：不会再向您发送其他内容。
            """)
        let lines = [
            "Date: \(CivilTime.rfc5322(environment.now()))", "From: \(sender)", "To: \(receiver)",
            "Subject: \(MailComposer.encodedWords(subject))", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
        ]
        let body = MailComposer.base64Lines(Array(text.replacing("\n", with: "\r\n").utf8))
        return Array((lines + body + [""]).joined(separator: "\r\n").utf8)
    }
}
