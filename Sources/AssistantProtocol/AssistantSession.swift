private import Dispatch
internal import FeedParsing
internal import Pipelines
internal import System

/// The messages of one client on a stream of lines.
///
/// Requests are answered concurrently, in the order in which they are ready. The caller's thread waits while too many
/// requests are in progress.
package final class AssistantSession: Sendable {
    private struct State {
        /// The revision of the handshake; nil before it.
        var revision: ProtocolRevision?
        var cancellations: [MessageID: Cancellation] = [:]
    }

    /// The maximum number of requests in progress.
    private static let maxRequests = 16

    private let server: AssistantServer
    private let caller: AssistantCaller
    private let send: @Sendable ([UInt8]) -> Void
    private let state = Locked(State())
    private let requests = DispatchSemaphore(value: maxRequests)
    private let inProgress = DispatchGroup()
    /// Sending may wait for the client, which must not block the cooperative pool.
    private let sending = DispatchQueue(label: "assistant.output")

    /// - Parameter send: sends one message. Calls are serial, on a thread that may block.
    package init(
        server: AssistantServer, caller: AssistantCaller, send: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.server = server
        self.caller = caller
        self.send = send
    }

    /// Handles one line of the client. Blocks while 16 requests are in progress, so it must not run on the cooperative
    /// pool.
    package func receive(_ line: [UInt8]) {
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
        do throws(ClientMessage.Refusal) {
            guard let message = try ClientMessage.read(line) else { return }
            receive(message)
        } catch {
            refuse(error)
        }
    }

    /// Answers a line that is too long to be read.
    package func refuse(_ refusal: ClientMessage.Refusal) {
        let bytes = refusal.error.response(to: refusal.id)
        sending.async { [send] in send(bytes) }
    }

    /// Waits until all requests are answered.
    package func finish() {
        inProgress.wait()
        sending.sync {}
    }

    private func receive(_ message: ClientMessage) {
        guard let id = message.id else {
            if message.method == "notifications/cancelled" { cancel(message) }
            return
        }
        requests.wait()
        inProgress.enter()
        let cancellation = Cancellation()
        let revision = state.withLock { state in
            if let agreed = AssistantServer.handshake(message) { state.revision = agreed }
            state.cancellations[id] = cancellation
            return state.revision
        }
        Task { [server, caller] in
            let reply = await server.reply(
                to: message, from: caller, in: revision, until: .onCancellation(cancellation))
            state.withLock { state in
                // A client that uses an id twice must not lose the cancellation of the later request.
                if state.cancellations[id] === cancellation { state.cancellations[id] = nil }
            }
            sending.async { [send, requests, inProgress] in
                if let reply, !cancellation.isCancelled { send(reply.bytes) }
                requests.signal()
                inProgress.leave()
            }
        }
    }

    private func cancel(_ message: ClientMessage) {
        guard let id = message.parameters["requestId"].flatMap({ MessageID($0) }) else { return }
        state.withLock { $0.cancellations[id] }?.cancel()
    }
}
