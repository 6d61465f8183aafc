import ArticleSearch

/// Parses the words of the command line into `Arguments`, using the tables of commands and flags.
///
/// Only words such as `--long`, `-0` and `-h` are flags, so that `-word` can exclude a word from a query. If the first
/// word is the name of a command, that command runs; otherwise all words are a search. `--` ends the flags. If it
/// precedes the first word, the words after it are a search.
struct ArgumentReader {
    let commands: [CommandSpec]

    /// - Parameter words: the command line without the program's name.
    func read(_ words: [String]) throws(UsageError) -> Arguments {
        let arguments = try readUnchecked(words)
        try check(arguments)
        return arguments
    }

    /// Parses the command, its flags and its words, without checking that the command accepts them.
    func readUnchecked(_ words: [String]) throws(UsageError) -> Arguments {
        guard let search = commands.first else { throw .emptyQuery }
        var arguments = Arguments(command: search)
        var sawWord = false
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "--" {
                arguments.operands += words[index...]
                break
            }
            if word == "help", !sawWord, let help = help(with: words[index...]) {
                arguments.flags.append((.help, nil))
                if let command = help { (arguments.command, arguments.isNamed) = (command, true) }
                break
            }
            if isFlag(word) {
                try readFlag(word, words, &index, into: &arguments)
            } else if !sawWord, let command = commands.first(where: { $0.name == word }) {
                arguments.command = command
                arguments.isNamed = true
                sawWord = true
            } else {
                sawWord = true
                arguments.operands.append(word)
            }
        }
        return arguments
    }

    /// The command to explain for `help`. The inner value is nil if all commands should be explained. The outer value
    /// is nil if the words after `help` are not the name of a command and are therefore a search.
    private func help(with rest: ArraySlice<String>) -> CommandSpec?? {
        guard let name = rest.first else { return .some(nil) }
        guard rest.count == 1, let command = commands.first(where: { $0.name == name }) else { return nil }
        return .some(command)
    }

    private func isFlag(_ word: String) -> Bool {
        word == "-0" || word == "-h" || (word.hasPrefix("--") && word.utf8.count > 2)
    }

    private func readFlag(
        _ word: String, _ words: [String], _ index: inout Int, into arguments: inout Arguments
    ) throws(UsageError) {
        let equals = word.firstIndex(of: "=")
        let name = String(word[..<(equals ?? word.endIndex)])
        let given = equals.map { String(word[word.index(after: $0)...]) }
        guard let flag = name == "-h" ? .help : Flag.allCases.first(where: { $0.spelling == name }) else {
            throw .unknownFlag(name, near: Self.otherNames[name] ?? nearest(name))
        }
        if flag.spec.value == .none {
            if given != nil { throw .unexpectedValue(flag) }
            arguments.flags.append((flag, nil))
        } else if let given {
            arguments.flags.append((flag, given))
        } else if index < words.count, words[index] != "--" {
            arguments.flags.append((flag, words[index]))
            index += 1
        } else {
            throw .missingValue(flag)
        }
    }

    private func check(_ arguments: Arguments) throws(UsageError) {
        if arguments.has(.help) || arguments.has(.version) { return }
        let command = arguments.command
        for (flag, value) in arguments.flags {
            if !flag.spec.isEverywhere, !command.flags.contains(flag) {
                throw .flagOfOtherCommand(flag, command: command.name)
            }
            if let value { try flag.check(value) }
        }
        switch command.operandKind {
        case .words: break
        case .nothing:
            if let word = arguments.operands.first { throw .unexpectedOperand(word, command: command.name) }
        case .files:
            // `-v` is treated as a misspelt flag. A file of that name can be passed as `./-v`.
            if let word = arguments.operands.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
                throw .unknownFlag(word, near: nearest("-" + word))
            }
        }
    }

    /// Flags of other servers, and the equivalent flags of `serve`.
    private static let otherNames = [
        "--port": "--listen 127.0.0.1:PORT", "--host": "--listen ADDRESS:PORT", "--bind": "--listen ADDRESS:PORT",
    ]

    private func nearest(_ name: String) -> String? { Flag.nearest(name, among: Flag.allCases.map(\.spelling)) }
}

extension Flag {
    /// The most similar name; nil if more than a third of the letters differ from every name.
    static func nearest(_ name: String, among names: [String]) -> String? {
        let typed = Array(name)
        // There are no suggestions for words of more than 64 characters.
        if typed.count > 64 { return nil }
        let limit = max(1, typed.count / 3)
        let near = names.compactMap { other in
            EditDistance.between(typed, Array(other), limit: limit).map { (other, $0) }
        }
        return near.min { $0.1 < $1.1 }?.0
    }
}

extension Flag {
    /// Checks that a value has the form that the flag requires.
    func check(_ value: String) throws(UsageError) {
        switch spec.value {
        case .number(_, let range):
            guard let number = Int(value), range.contains(number) else { throw .notANumber(self, value) }
        case .choice(let words):
            if !words.contains(value) { throw .notAChoice(self, value) }
        case .text, .path:
            if value.isEmpty { throw .missingValue(self) }
        case .none: break
        }
    }
}
