import FeedFetching
import Testing

@testable import Alerting

@Suite struct ScheduleTests {
    /// Tuesday, 14 November 2023, 22:13:20 UTC.
    private let now: Int64 = 1_700_000_000

    private static let digestCases: [(String, Int, Int64)] = [
        ("1h", 0, 3_600), ("hourly", 0, 3_600), ("90s", 0, 90),
        // 23:00 is 46 minutes and 40 seconds away; 22:00 was 13 minutes and 20 seconds ago.
        ("daily 23:00", 0, 2_800), ("daily 22:00", 0, 85_600),
        // In Beijing it is 06:13:20 of the next day, a Wednesday.
        ("daily", 28_800, 6_400), ("weekly wed 23:00", 0, 89_200), ("weekly tue 22:00", 0, 604_000),
        ("weekly", 28_800, 438_400),
    ]

    @Test(
        "A digest is due at its time of the local day", arguments: digestCases
    ) func digests(text: String, offset: Int, wait: Int64) throws {
        let digest = try #require(try DigestTime(text))
        #expect(digest.due(since: now, utcOffset: { _ in offset }) == now + wait)
    }

    @Test(
        "What is no time is refused",
        arguments: ["9", "0h", "daily 25:00", "weekly someday", "daily 8", "", "1y", "each 1h"])
    func badDigests(text: String) {
        #expect(throws: AlertSettingError.digest(text)) { try DigestTime(text) }
    }

    private static let quietCases: [(String, Int, Int64)] = [
        ("22:00-07:00", 0, 31_600), ("21:00-22:00", 0, 0), ("06:00-07:00", 28_800, 2_800), ("00:00-22:13", 0, 0),
        ("00:00-22:14", 0, 40),
    ]

    @Test(
        "Quiet hours end in the morning, over midnight too", arguments: quietCases
    ) func quietHours(text: String, offset: Int, wait: Int64) throws {
        #expect(try QuietHours(text).end(at: now, utcOffset: { _ in offset }) == now + wait)
    }

    @Test("Waits double up to the longest, with chance in them") func backOff() {
        let backOff = BackOff()
        #expect((1...4).map { backOff.wait(attempts: $0, random: 0.5) } == [30, 60, 120, 240])
        #expect(backOff.wait(attempts: 11, random: 0.5) == 21_600)
        #expect(backOff.wait(attempts: 1_000, random: 0.5) == 21_600)
        #expect(backOff.wait(attempts: 2, random: 0) == 30)
        #expect(backOff.wait(attempts: 2, random: 0.999) == 90)
    }

    @Test("Channels are read as they are written") func channels() throws {
        #expect(try AlertChannel("command:notify-send -a x") == .command(["notify-send", "-a", "x"]))
        #expect(try AlertChannel("command:[\"a b\", \"c\\\"d\"]") == .command(["a b", "c\"d"]))
        #expect(
            try AlertChannel("mail:a@example.org, b@example.org")
                == .mail(["a@example.org", "b@example.org"], hasBook: false))
    }

    @Test(
        "What is no channel is refused",
        arguments: [
            "", "webhook:", "webhook:ftp://example.org", "mail:nobody", "mail:a@b\r\nBcc: c@d",
            "ntfy:https://example.org/",
            "command:[\"a\"", "command:", "pigeon:home", "command:a\u{0}b", "mail:<a@b>",
        ]) func badChannels(text: String)
    {
        #expect(throws: AlertSettingError.channel(text)) { try AlertChannel(text) }
    }

    @Test("Secrets are named, never given", arguments: ["hunter2", "env:", "file:", ""])
    func badSecrets(text: String) {
        #expect(throws: AlertSettingError.secret(text)) { try SecretReference(named: text) }
    }
}
