internal import Pipelines

/// One request and its answer, as seen by the event loop.
final class Exchange {
    /// How long after the task's deadline the loop answers instead of the task.
    private static let grace = Ticks(2_000_000_000)

    let id: ExchangeID
    let requestNumber: UInt64
    let acceptLanguage: String
    let isHTTP10: Bool
    let isForHead: Bool
    /// Whether the client wants to keep the connection open.
    let keepsAlive: Bool
    /// The forwarded client to whose count this request is added, until the client has shown credentials.
    var countedPeer: HTTPPeer?
    let cancellation: Cancellation
    var task: Task<Void, Never>?

    // The body of the request.
    let pipe: BodyPipe?
    var framing: RequestFraming.Body
    var decoder = ChunkedDecoder()
    /// How many bytes may still arrive: the rest of the length, or of the limit.
    var remainingBytes: Int
    let maxBodyBytes: Int
    var bodyIsWhole: Bool
    var awaitsContinue: Bool
    /// The body is malformed or arrives too slowly, so the rest of it is discarded.
    var dropsInput = false
    /// The task reads more slowly than the client sends: reading and the deadline of the body are suspended.
    var isPaused = false
    var bodyDeadline: Ticks
    /// The time that was left for the body when reading was paused.
    var pausedTime: Ticks = 0

    // The answer.
    var deadline: Ticks
    /// Whether the request has no deadline because the client is a follower.
    let isFollower: Bool
    var hasAnswer = false
    var stream: OutputPipe?
    /// The pipe has bytes, but `maxOutput` bytes are already waiting to be sent.
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

    /// Cancels the task: its deadline counts as reached, and its reads and writes throw.
    func cancel(_ error: HTTPError) {
        cancellation.cancel()
        task?.cancel()
        pipe?.fail(error)
        stream?.fail(error)
    }
}
