internal import Articles
internal import Messages

extension AlertDelivery.State {
    func text(_ language: Language) -> String {
        switch self {
        case .waiting: Message.alertWaiting.text(language)
        case .delivered: Message.alertDelivered.text(language)
        case .dead: Message.alertDead.text(language)
        }
    }
}
