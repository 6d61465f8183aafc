import Pipelines
import Testing

@Suite struct DeadlineTests {
    @Test("A deadline is reached once its time is over, and never without one")
    func reached() {
        #expect(Deadline.after(.zero).isReached)
        #expect(Deadline.after(.zero).remaining == .zero)
        #expect(!Deadline.after(.seconds(3_600)).isReached)
        #expect(!Deadline.never.isReached && Deadline.never.isNever && Deadline.never.remaining == nil)
    }

    @Test("Of two deadlines the earlier one counts")
    func earlier() {
        let soon = Deadline.after(.zero)
        let late = Deadline.after(.seconds(3_600))
        #expect(soon.or(late).isReached && late.or(soon).isReached)
        #expect(Deadline.never.or(soon).isReached && soon.or(.never).isReached)
        #expect(!late.or(.never).isReached && Deadline.never.or(.never).isNever)
    }

    @Test("Optional work gets a share of the time that is left")
    func share() throws {
        let half = try #require(Deadline.after(.seconds(3_600)).share(0.5).remaining)
        #expect(half <= .seconds(1_800) && half > .seconds(1_000))
        #expect(Deadline.never.share(0.5).isNever)
    }
}
