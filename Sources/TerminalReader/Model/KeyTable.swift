internal import Messages

/// An action that a key triggers.
enum ReaderAction: Equatable, Sendable {
    case down, up, pageDown, pageUp, first, last, right, left
    case open, back, cancel, quit, nextPane, previousPane
    case next, previous, nextUnread, previousUnread, randomUnread
    case toggleRead, markListRead, markEverythingRead, star, tag, delete, undo, send
    case openPage, openPageAndMark, copyLink, links, openLink
    case link(Int)
    case search, searchHere, clearSearch, saveSearch, author
    case sort, reverse, toggleReadShown
    case refreshFeed, refreshAll
    case help, redraw, suspend, interrupt
}

/// The keys and their actions: newsboat's keys, and arrow keys. The list of keys that `?` shows is generated from this
/// table.
enum KeyTable {
    struct Row: Sendable {
        var keys: [Key]
        var action: ReaderAction
        /// The description in the list of keys; nil if the row shares the description of the previous row.
        var meaning: Message?
    }

    // Keep one row per line.
    // swift-format-ignore
    static let rows: [Row] = [
        Row(keys: [.character("j"), .down], action: .down, meaning: .browseKeyDown),
        Row(keys: [.character("k"), .up], action: .up, meaning: .browseKeyUp),
        Row(keys: [.pageDown, .character(" "), .control("f")], action: .pageDown, meaning: .browseKeyPageDown),
        Row(keys: [.pageUp, .character("b"), .control("b")], action: .pageUp, meaning: .browseKeyPageUp),
        Row(keys: [.home], action: .first, meaning: .browseKeyFirst),
        Row(keys: [.end], action: .last, meaning: .browseKeyLast),
        Row(keys: [.enter], action: .open, meaning: .browseKeyOpen),
        Row(keys: [.character("q")], action: .back, meaning: .browseKeyBack),
        Row(keys: [.escape], action: .cancel, meaning: .browseKeyCancel),
        Row(keys: [.character("Q")], action: .quit, meaning: .browseKeyQuit),
        Row(keys: [.tab], action: .nextPane, meaning: .browseKeyNextPane),
        Row(keys: [.backTab], action: .previousPane, meaning: .browseKeyPreviousPane),
        Row(keys: [.right], action: .right, meaning: .browseKeyRight),
        Row(keys: [.left], action: .left, meaning: .browseKeyLeft),
        Row(keys: [.character("J")], action: .next, meaning: .browseKeyNext),
        Row(keys: [.character("K")], action: .previous, meaning: .browseKeyPrevious),
        Row(keys: [.character("n")], action: .nextUnread, meaning: .browseKeyNextUnread),
        Row(keys: [.character("p")], action: .previousUnread, meaning: .browseKeyPreviousUnread),
        Row(keys: [.control("k")], action: .randomUnread, meaning: .browseKeyRandom),
        Row(keys: [.character("N")], action: .toggleRead, meaning: .browseKeyToggleRead),
        Row(keys: [.character("A")], action: .markListRead, meaning: .browseKeyMarkList),
        Row(keys: [.character("C")], action: .markEverythingRead, meaning: .browseKeyMarkAll),
        Row(keys: [.character("s")], action: .star, meaning: .browseKeyStar),
        Row(keys: [.character("t"), .control("e")], action: .tag, meaning: .browseKeyTag),
        Row(keys: [.character("e")], action: .send, meaning: .sendKey),
        Row(keys: [.character("D")], action: .delete, meaning: .browseKeyDelete),
        Row(keys: [.character("z")], action: .undo, meaning: .browseKeyUndo),
        Row(keys: [.character("o")], action: .openPage, meaning: .browseKeyOpenPage),
        Row(keys: [.character("O")], action: .openPageAndMark, meaning: .browseKeyOpenAndMark),
        Row(keys: [.character("y")], action: .copyLink, meaning: .browseKeyCopyLink),
        Row(keys: [.character("u")], action: .links, meaning: .browseKeyLinks),
        Row(keys: [.character("#")], action: .openLink, meaning: .browseKeyOpenLink),
        Row(keys: [.character("/")], action: .search, meaning: .browseKeySearch),
        Row(keys: [.character("F")], action: .searchHere, meaning: .browseKeySearchHere),
        Row(keys: [.character("a")], action: .author, meaning: .browseKeyAuthor),
        Row(keys: [.control("t")], action: .clearSearch, meaning: .browseKeyClear),
        Row(keys: [.character("S")], action: .saveSearch, meaning: .browseKeySave),
        Row(keys: [.character("g")], action: .sort, meaning: .browseKeySort),
        Row(keys: [.character("G")], action: .reverse, meaning: .browseKeyReverse),
        Row(keys: [.character("l")], action: .toggleReadShown, meaning: .browseKeyHideRead),
        Row(keys: [.character("r")], action: .refreshFeed, meaning: .browseKeyRefresh),
        Row(keys: [.character("R")], action: .refreshAll, meaning: .browseKeyRefreshAll),
        Row(keys: [.control("l")], action: .redraw, meaning: .browseKeyRedraw),
        Row(keys: [.control("z")], action: .suspend, meaning: .browseKeySuspend),
        Row(keys: [.control("c")], action: .interrupt, meaning: .browseKeyInterrupt),
        Row(keys: [.character("?")], action: .help, meaning: .browseKeyHelp),
        Row(keys: (1...9).map { .character(Character(String($0))) }, action: .link(0), meaning: .browseKeyDigits),
    ]

    private static let actions: [Key: ReaderAction] = {
        var actions: [Key: ReaderAction] = [:]
        for row in rows where row.action != .link(0) { for key in row.keys { actions[key] = row.action } }
        for number in 1...9 { actions[.character(Character(String(number)))] = .link(number) }
        actions[.character("0")] = .link(10)
        return actions
    }()

    static func action(of key: Key) -> ReaderAction? { actions[key] }
}
