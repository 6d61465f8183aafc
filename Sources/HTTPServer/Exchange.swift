internal import Pipelines

/// One request and its answer, as the loop sees them.
final class Exchange {
    /// The loop answers in place of the task this long after the deadline of the task.
    private static let grace = Ticks(2_000_000_000)

    let id: ExchangeID
    let requestNumber: UInt64
    let acceptLanguage: String
    let isHTTP10: Bool
    let isForHead: Bool
    /// Whether the client wants to go on with the connection.
    let keepsAlive: Bool
    /// The forwarded client that this request counts for, until it has shown credentials.
    var countedPeer: HTTPPeer?
    let cancellation: Cancellation
    var task: Task<Void, Never>?

    // The body of the request.
    let pipe: BodyPipe?
    var framing: RequestFraming.Body
    var decoder = ChunkedDecoder()
    /// What may still come: the rest of the length, or of the limit.
    var remainingBytes: Int
    let maxBodyBytes: Int
    var bodyIsWhole: Bool
    var awaitsContinue: Bool
    /// The body is broken or too slow: the rest of it is discarded.
    var dropsInput = false
    /// The task reads slower than the client sends; nothing is read, and the deadline of the body is suspended.
    var isPaused = false
    var bodyDeadline: Ticks
    /// What was left of the body's time when reading was paused.
    var pausedTime: Ticks = 0

    // The answer.
    var deadline: Ticks
    /// Whether the whole request may take any time: a follower.
    let isFollower: Bool
    var hasAnswer = false
    var stream: OutputPipe?
    /// The pipe has bytes, but `maxOutput` bytes wait to be sent already.
    var streamIsWaiting = false

    init(
        id: ExchangeID, head: HTTPRequestHead, framing: RequestFraming, limits: HTTPBodyLimits,
        cancellation: Cancellation, pipe: BodyPipe?, now: Ticks
    ) {
        self.id = id
        requestNumber = head.number
        acceptLanguage = head.headers["Accept-Language"] ?? ""
        isHTTP10 = head.isHTTP10
        isForHead = head.method == .head
        keepsAlive = framing.keepsAlive
        self.cancellation = cancellation
        self.pipe = pipe
        self.framing = framing.body
        maxBodyBytes = limits.maxBodyBytes
        if case .length(let length) = framing.body { remainingBytes = length } else { remainingBytes = maxBodyBytes }
        bodyIsWhole = framing.body == .none
        awaitsContinue = framing.expectsContinue
        bodyDeadline = bodyIsWhole ? .never : now + Ticks(limits.bodyDeadline)
        deadline = limits.deadline.map { now + Ticks($0) + Self.grace } ?? .never
        isFollower = limits.deadline == nil
    }

    /// Ends the work of the task: its deadline is reached, its reads and writes throw.
    func cancel(_ error: HTTPError) {
        cancellation.cancel()
        task?.cancel()
        pipe?.fail(error)
        stream?.fail(error)
    }
}
