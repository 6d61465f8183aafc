internal import HTTPService
internal import Messages

extension Message {
    /// The messages that pages show after a form action. The parameter `done` in the page's address selects the
    /// message.
    static let done: [String: Message] = [
        "saved": .doneSaved, "removed": .doneRemoved, "undone": .doneUndone, "nothing": .doneNothing, "sent": .doneSent,
        "retried": .doneRetried, "tested": .sendTestDone, "ended": .doneEnded, "revoked": .doneRevoked,
        "passwordChanged": .donePassword, "kept": .doneKept,
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
