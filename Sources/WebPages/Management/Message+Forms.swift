internal import HTTPService
internal import Messages

extension Message {
    /// The message that a page shows after a form action, selected by the field `done` of the page's address.
    static let done: [String: Message] = [
        "saved": .doneSaved, "removed": .doneRemoved, "undone": .doneUndone, "nothing": .doneNothing, "sent": .doneSent,
        "retried": .doneRetried, "ended": .doneEnded, "revoked": .doneRevoked, "passwordChanged": .donePassword,
    ]

    static func state(ofJob state: Job.State) -> Message {
        switch state {
        case .waiting: .stateWaiting
        case .running: .stateRunning
        case .done: .stateDone
        case .failed: .stateFailed
        case .cancelled: .stateCancelled
        }
    }
}
