import Articles
import Messages
import SQLiteEngine

/// `tag +x -y N…|QUERY`: adds and removes tags. The leading words that begin with + or - are the tags.
enum TagCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        let tags = words.prefix { $0.count > 1 && ($0.hasPrefix("+") || $0.hasPrefix("-")) }
        if tags.isEmpty {
            guard let tag = words.first, words.count > 1 else { throw invocation.missingOperand }
            throw invocation.userError(.tagWantsSign, [tag, words.dropFirst().joined(separator: " ")])
        }
        let add = tags.filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) }
        let remove = tags.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
        return try StateChangeRun.run(
            [.tags(add: add, remove: remove)], Array(words.dropFirst(tags.count)), invocation)
    }
}
