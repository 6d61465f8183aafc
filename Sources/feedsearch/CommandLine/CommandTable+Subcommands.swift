extension CommandTable {
    /// The subcommands by the name of their command.
    static let subcommands = [
        "alerts": ["run", "log", "retry", "test", "confirm"], "mark": ["read", "unread", "starred", "unstarred"],
        "rule": ["add", "list", "remove"], "generate": ["man", "bash", "zsh", "fish"],
        "recipe": ["test", "topic", "nodes"],
        "account": [
            "add", "remove", "suspend", "resume", "export", "invite", "password", "app-password", "revoke-app",
            "sessions", "sign-out", "share", "unshare", "members", "list", "log", "audit",
        ],
        "desktop": ["open"], "token": ["create", "revoke", "list"],
        "send": ["add", "list", "test", "remove", "log", "retry"],
        "opened": ["clear", "on", "off"],
        "library": ["list", "create", "rename", "remove", "move", "members"],
    ]
}
