internal import Pipelines

/// The event loop's state of one request and its answer.
final class Exchange {
    /// If the task has not answered this long after its deadline, the loop sends an error response.
    private static let grace = Ticks(2_000_000_000)

    let id: ExchangeID
    let requestNumber: UInt64
    let acceptLanguage: String
    let isHTTP10: Bool
    let isForHead: Bool
    /// Whether the client wants to keep the connection open.
    let keepsAlive: Bool
    /// The forwarded client whose count includes this request; nil once the client has presented valid credentials.
    var countedPeer: HTTPPeer?
    let cancellation: Cancellation
    var task: Task<Void, Never>?

    let pipe: BodyPipe?
    var framing: RequestFraming.Body
    var decoder = ChunkedDecoder()
    /// The number of bytes that may still arrive, according to the body's length or, if the body is chunked, its limit.
    var remainingBytes: Int
    let maxBodyBytes: Int
    var bodyIsWhole: Bool
    var awaitsContinue: Bool
    /// Whether to discard the rest of the body because it is malformed or arrives too slowly.
    var dropsInput = false
    /// Whether reading and the body's deadline are suspended because the task reads more slowly than the client sends.
    var isPaused = false
    var bodyDeadline: Ticks
    /// The time that was left for the body when reading was paused.
    var pausedTime: Ticks = 0

    var deadline: Ticks
    /// Whether the request has no deadline because the client is a follower.
    let isFollower: Bool
    var hasAnswer = false
    var stream: OutputPipe?
    /// Whether the pipe has bytes that cannot be sent yet because `maxOutput` bytes are already waiting.
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

    /// Cancels the task: its deadline is reached immediately, and its reads and writes throw.
    func cancel(_ error: HTTPError) {
        cancellation.cancel()
        task?.cancel()
        pipe?.fail(error)
        stream?.fail(error)
    }
}
