/// The task that answers one request.
struct RequestTask: Sendable {
    private let responder: any HTTPResponder
    private let mailbox: LoopMailbox
    private let id: ExchangeID

    init(_ responder: any HTTPResponder, _ mailbox: LoopMailbox, _ id: ExchangeID) {
        self.responder = responder
        self.mailbox = mailbox
        self.id = id
    }

    func answer(_ request: HTTPRequest) async {
        let response = await ResponseCoding.finish(responder.respond(to: request), for: request.head)
        let isForHead = request.method == .head
        guard case .stream(let write) = response.body, !isForHead, !response.status.isBodyless else {
            mailbox.post(.answer(id, PreparedAnswer(response, stream: nil, isForHead: isForHead)))
            return
        }
        let pipe = OutputPipe { [mailbox, id] in mailbox.post(.streamed(id)) }
        guard mailbox.post(.answer(id, PreparedAnswer(response, stream: pipe, isForHead: false))) else { return }
        do {
            try await write(HTTPBodyWriter(sink: pipe))
            pipe.finish(isWhole: !Task.isCancelled)
        } catch {
            pipe.finish(isWhole: false)
        }
    }
}
