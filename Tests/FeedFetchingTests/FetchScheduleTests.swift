import FeedFetching
import Testing

@Suite struct FetchScheduleTests {
    /// 2026-01-07 12:00:00 UTC, a Wednesday.
    private static let now: Int64 = 1_767_787_200
    private static let hour: Int64 = 3600

    private func wait(_ rhythm: FeedRhythm, _ schedule: FetchSchedule = FetchSchedule(), random: Double = 0.5) -> Int64
    {
        schedule.next(for: rhythm, now: Self.now, random: random) - Self.now
    }

    private func rhythm(everyHours hours: Int64, count: Int64 = 10) -> FeedRhythm {
        var rhythm = FeedRhythm()
        rhythm.published = (0..<count).map { Self.now - 600 - $0 * hours * Self.hour }
        return rhythm
    }

    @Test("A feed is fetched twice in its own rhythm, within bounds")
    func ownRhythm() {
        #expect(wait(rhythm(everyHours: 4)) == 2 * Self.hour)
        #expect(wait(FeedRhythm()) == Self.hour)
        #expect(wait(rhythm(everyHours: 0)) == 900)
        #expect(wait(rhythm(everyHours: 24 * 30)) == 24 * Self.hour)
    }

    @Test("Dates in the future or in millions are no rhythm")
    func oddDates() {
        var odd = FeedRhythm()
        odd.published = [Int64.max, Self.now + 1, 0, -5, Int64.min]
        #expect(wait(odd) == Self.hour)
    }

    @Test("ttl, Cache-Control and Retry-After stretch the interval; nothing stretches it for ever")
    func wishes() {
        var slow = rhythm(everyHours: 1)
        slow.refreshMinutes = 180
        #expect(wait(slow) == 3 * Self.hour)
        slow.refreshMinutes = Int.max
        #expect(wait(slow) == 24 * Self.hour)
        var fresh = rhythm(everyHours: 1)
        fresh.freshness = Freshness(maxAge: .seconds(5 * 3600))
        #expect(wait(fresh) == 5 * Self.hour)
        fresh.freshness = Freshness(retryAfter: .seconds(9 * 3600))
        #expect(wait(fresh, random: 0) == 9 * Self.hour)
        #expect(wait(fresh, random: 0.5) == 9 * Self.hour + 30)
    }

    @Test("Failures double the interval up to a week, an interval by hand included")
    func backOff() {
        var failing = rhythm(everyHours: 2)
        failing.failuresInRow = 1
        #expect(wait(failing) == 2 * Self.hour)
        failing.failuresInRow = 3
        #expect(wait(failing) == 8 * Self.hour)
        failing.failuresInRow = Int.max
        #expect(wait(failing) == 7 * 24 * Self.hour)
        var byHand = FetchSchedule()
        byHand.fixed = .seconds(300)
        #expect(wait(rhythm(everyHours: 2), byHand) == 300)
    }

    @Test("Chance moves the interval by a tenth at most and never backwards", arguments: [0, 0.25, 0.5, 0.75, 0.999])
    func jitter(_ random: Double) {
        let seconds = wait(rhythm(everyHours: 4), random: random)
        #expect((6480...7920).contains(seconds))
    }

    @Test("Hours and days to skip are skipped, unless that leaves none")
    func skips() {
        var quiet = rhythm(everyHours: 4)
        quiet.skipHours = [14, 15]
        let time = FetchSchedule().next(for: quiet, now: Self.now, random: 0.5)
        #expect(time % 86_400 / 3600 == 16)
        quiet.skipDays = [3]
        let other = FetchSchedule().next(for: quiet, now: Self.now, random: 0.5)
        #expect((other / 86_400 + 4) % 7 == 4)
        quiet.skipHours = Set(0..<24)
        #expect(wait(quiet) == 2 * Self.hour)
    }

    @Test("Every date form of HTTP is read, nonsense is not")
    func dates() {
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            #expect(HTTPDate.seconds(text) == 784_111_777, "\(text)")
        }
        for text in ["", "yesterday", "Sun, 06 Nov 1994", "99 99 99 99:99:99", "06 Nov 99999999999999999999 08:49:37"] {
            #expect(HTTPDate.seconds(text) == nil, "\(text)")
        }
    }

    @Test("Being offline is noticed once several hosts fail and nothing answers")
    func offline() {
        var watch = ConnectivityWatch()
        for index in 0..<5 {
            #expect(!watch.looksOffline)
            watch.note(.failed(FetchFailure(.dns, "")), host: "h\(index).example")
        }
        #expect(watch.looksOffline)
        watch.note(.failed(FetchFailure(.httpStatus(500), "")), host: "a.example")
        #expect(!watch.looksOffline)
    }
}
