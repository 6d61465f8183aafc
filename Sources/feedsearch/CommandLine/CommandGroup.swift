import FeedLibrary
import Messages

/// The groups of commands, in the order in which `--help` shows them.
enum CommandGroup: CaseIterable {
    case find, read, subscribe, keep, serve
    /// Commands for developers and scripts.
    case tools

    var names: [String] {
        switch self {
        case .find: ["search", "list", "similar", "save", "saved", "unsave", "alerts"]
        case .read:
            ["browse", "show", "open", "opened", "mark", "tag", "delete", "undo", "send", "enclosures", "save-page"]
        case .subscribe: ["add", "fetch", "feeds", "edit", "remove", "rule", "import", "export"]
        case .keep: ["ingest", "stats", "check", "reindex", "optimize", "backup", "restore", "copy", "library"]
        case .serve: ["serve", "account", "token", "mcp", "desktop"]
        case .tools:
            ["parse", "convert", "opml", "text", "sanitize", "tokens", "generate", "discover", "recipe", "complete"]
        }
    }

    var title: Message {
        switch self {
        case .find: .helpGroupFind
        case .read: .helpGroupRead
        case .subscribe: .helpGroupSubscribe
        case .keep: .helpGroupKeep
        case .serve: .helpGroupServe
        case .tools: .helpGroupTools
        }
    }
}
