import FeedLibrary
import Messages
import Pipelines

extension Invocation {
    /// The deadline of a request that begins now, given by `--timeout` or the default.
    func deadline() throws -> Deadline { try .after(.milliseconds(timeout() ?? TimeLimit.milliseconds)) }

    /// The deadline given by `--timeout`, counted from now; no deadline if the flag is missing.
    func givenDeadline() throws -> Deadline { try timeout().map { .after(.milliseconds($0)) } ?? .never }

    /// The time limit in milliseconds; nil if `--timeout` is missing.
    func timeout() throws -> Int? {
        guard let text = settings.value(.timeout) else { return nil }
        guard let milliseconds = TimeLength.milliseconds(text) else { throw userError(.badTimeout, [text]) }
        return milliseconds
    }
}
