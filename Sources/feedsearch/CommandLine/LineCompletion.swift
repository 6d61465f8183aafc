import Alerting
import Articles
import FeedLibrary
internal import Formats
import Messages
import SQLiteEngine
import TerminalPages

/// Finds the candidates for completing the word at the cursor in a shell's command line.
struct LineCompletion {
    struct Candidate: Equatable {
        var text: String
        var about = ""
    }

    enum Answer: Equatable {
        case candidates([Candidate])
        /// Leaves the completion of file names to the shell.
        case files
    }

    let commands: [CommandSpec]
    let language: Language
    /// The article store; nil if the database does not exist.
    let store: (any ArticleStore)?
    private static let most = 500

    func answer(_ line: CompletionLine) -> Answer {
        let (command, before) = command(of: line.words)
        let current = line.current
        if let flag = before.pendingFlag { return values(of: flag, current) }
        if current == "-" || current.hasPrefix("--") {
            if current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
                let name = String(current[..<equals])
                guard let flag = Flag.allCases.first(where: { $0.spelling == name }) else { return .candidates([]) }
                let typed = String(current[current.index(after: equals)...])
                guard case .candidates(let values) = values(of: flag, typed) else { return .files }
                return .candidates(values.map { Candidate(text: name + "=" + $0.text, about: $0.about) })
            }
            let spec = command ?? commands[0]
            let flags = spec.allFlags.map { Candidate(text: $0.spelling, about: $0.spec.help.text(language)) }
            return .candidates(matching(flags, current))
        }
        guard let command else {
            let names =
                before.operands.isEmpty
                ? commands.map { Candidate(text: $0.name, about: $0.summary.text(language)) } : []
            return .candidates(matching(names, current) + query(current))
        }
        return operands(of: command, before.operands, current)
    }

    private struct Before {
        var operands: [String] = []
        /// The flag before the cursor that still needs a value.
        var pendingFlag: Flag?
    }

    private func command(of words: [String]) -> (CommandSpec?, Before) {
        var command: CommandSpec?
        var before = Before()
        var isSearch = false
        for word in words {
            if before.pendingFlag != nil {
                before.pendingFlag = nil
            } else if word.hasPrefix("--"), word.count > 2 {
                let name = word.prefix { $0 != "=" }
                let flag = Flag.allCases.first { $0.spelling == name }
                if let flag, flag.spec.value != .none, !word.contains("=") { before.pendingFlag = flag }
            } else if word == "--" {
                isSearch = true
            } else if command == nil, !isSearch, before.operands.isEmpty,
                let named = commands.first(where: { $0.name == word })
            {
                command = named
            } else {
                before.operands.append(word)
            }
        }
        return (command ?? (isSearch ? commands[0] : nil), before)
    }

    private func matching(_ candidates: [Candidate], _ typed: String) -> [Candidate] {
        Array(candidates.lazy.filter { $0.text.hasPrefix(typed) }.prefix(Self.most))
    }

    // MARK: Values

    private func values(of flag: Flag, _ typed: String) -> Answer {
        switch flag {
        case .feed: return .candidates(feeds(typed))
        case .folder: return .candidates(folders(typed))
        case .in: return .candidates(folders(typed) + feeds(typed))
        case .saved: return .candidates(saved(typed))
        case .notify:
            let kinds =
                ["webhook:", "command:", "feed:", "mail:", "mail+epub:", "epub:", "webpush", "terminal", "none"]
                + AlertOptions.services
            return .candidates(matching(kinds.map { Candidate(text: $0) }, typed))
        case .digest:
            return .candidates(
                matching(["each", "1h", "daily 08:00", "weekly mon 08:00"].map { Candidate(text: $0) }, typed))
        case .mark:
            let marks = ArrivalRule.Action.names.map { Candidate(text: $0 == "tag" || $0 == "send" ? $0 + ":" : $0) }
            return .candidates(matching(marks, typed))
        default: break
        }
        switch flag.spec.value {
        case .choice(let words): return .candidates(matching(words.map { Candidate(text: $0) }, typed))
        case .path: return .files
        case .none, .text, .number: return .candidates([])
        }
    }

    private func operands(of command: CommandSpec, _ before: [String], _ typed: String) -> Answer {
        if let words = CommandTable.subcommands[command.name], before.isEmpty {
            let names = command.name == "send" ? destinations(typed) : []
            return .candidates(matching(words.map { Candidate(text: $0) }, typed) + names)
        }
        switch command.name {
        case "fetch", "edit", "remove": return .candidates(feeds(typed))
        case "send": return .candidates(before.count == 1 && before[0] != "add" ? destinations(typed) : [])
        case "saved", "unsave", "alerts": return .candidates(saved(typed))
        case "save": return .candidates(before.isEmpty ? saved(typed) : query(typed))
        case "tag" where typed.hasPrefix("+") || typed.hasPrefix("-"): return .candidates(tags(typed))
        case "feeds", "add", "discover", "convert", "account", "token", "generate", "undo", "serve", "complete":
            return .candidates([])
        default: break
        }
        return command.operandKind == .files ? .files : .candidates(query(typed))
    }

    // MARK: Stored names

    private func feeds(_ typed: String) -> [Candidate] {
        guard let feeds = try? store?.feeds() else { return [] }
        let lower = typed.lowercased()
        return Array(
            feeds.lazy.filter { $0.url.hasPrefix(typed) || $0.displayTitle.lowercased().hasPrefix(lower) }.map {
                $0.url.hasPrefix(typed) && !typed.isEmpty
                    ? Candidate(text: $0.url, about: $0.displayTitle)
                    : Candidate(text: $0.displayTitle, about: MaskedURL.mask($0.url))
            }.prefix(Self.most))
    }

    private func folders(_ typed: String) -> [Candidate] {
        let folders = (try? store?.folderCounts()) ?? []
        return matching(folders.map { Candidate(text: $0.path.joined(separator: "/")) }, typed)
    }

    private func destinations(_ typed: String) -> [Candidate] {
        let all = (try? store?.destinations()) ?? []
        return matching(all.map { Candidate(text: $0.name, about: $0.kind) }, typed)
    }

    private func saved(_ typed: String) -> [Candidate] {
        let searches = (try? store?.savedSearches(named: nil)) ?? []
        return matching(searches.map { Candidate(text: $0.name, about: $0.query) }, typed)
    }

    /// Candidates for tags, written as `+tag` or `-tag`.
    private func tags(_ typed: String) -> [Candidate] {
        let tags = (try? store?.ownTags()) ?? []
        return matching(tags.map { Candidate(text: typed.prefix(1) + $0.name) }, typed)
    }

    /// Candidates in a query: names of fields, values of fields, and words of the articles.
    private func query(_ typed: String) -> [Candidate] {
        let (sign, word) = typed.hasPrefix("-") ? ("-", String(typed.dropFirst())) : ("", typed)
        guard let colon = word.firstIndex(of: ":") else {
            let fields = Self.fields.filter { !word.isEmpty && $0.hasPrefix(word) }.map { Candidate(text: sign + $0) }
            guard !word.isEmpty, sign.isEmpty else { return fields }
            let words = (try? store?.complete(prefix: word, limit: 10)) ?? []
            return fields + words.map { Candidate(text: $0.text) }
        }
        let field = String(word[...colon])
        let value = String(word[word.index(after: colon)...])
        let values: [Candidate] =
            switch field {
            case "is:": matching(Self.states.map { Candidate(text: $0) }, value)
            case "has:": matching(["enclosure", "image"].map { Candidate(text: $0) }, value)
            case "feed:": feeds(value)
            case "folder:": folders(value)
            case "tag:": matching(((try? store?.ownTags()) ?? []).map { Candidate(text: $0.name) }, value)
            case "search:": saved(value)
            default: []
            }
        return values.map { candidate in
            let text = candidate.text.contains(" ") ? "\"\(candidate.text)\"" : candidate.text
            return Candidate(text: sign + field + text, about: candidate.about)
        }
    }

    private static let fields = [
        "title:", "body:", "author:", "url:", "feed:", "folder:", "tag:", "lang:", "is:", "has:", "date:", "after:",
        "before:", "received:", "opened:", "search:", "re:",
    ]
    private static let states = ["unread", "read", "starred", "unstarred", "tagged", "opened", "hidden"]
}
