public import Articles
internal import Formats
public import Messages

extension UserAction {
    /// A description of the action, for example "marked read, 12 articles" or "subscription ended: LWN".
    public func text(_ language: Language) -> String {
        var text = kindText(language)
        if let subject { text += (language == .simplifiedChinese ? "：" : ": ") + MaskedURL.mask(subject) }
        if articles > 0 {
            text += (language == .simplifiedChinese ? "，" : ", ") + countText(language)
        }
        return text
    }

    /// The number of articles as text, for example "12 articles"; empty if the action changed no articles.
    package func countText(_ language: Language) -> String {
        articles == 0 ? "" : Message.actionArticles.text(language, [String(articles)])
    }

    package func kindText(_ language: Language) -> String { kindMessage.text(language) }

    private var kindMessage: Message {
        switch kind {
        case .deleted: .actionDeleted
        case .retention: .actionRetention
        case .read: .actionRead
        case .unread: .actionUnread
        case .starred: .actionStarred
        case .unstarred: .actionUnstarred
        case .tagged: .actionTagged
        case .marked: .actionMarked
        case .unsubscribed: .actionUnsubscribed
        case .edited: .actionEdited
        case .saved: .actionSaved
        case .unsaved: .actionUnsaved
        case .ruleAdded: .actionRuleAdded
        case .ruleChanged: .actionRuleChanged
        case .ruleRemoved: .actionRuleRemoved
        case .ownRule: .actionOwnRule
        }
    }
}
