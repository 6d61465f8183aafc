import FeedLibrary
import Messages
import TerminalPages

/// `generate man|bash|zsh|fish`: the man page and completion scripts for packages, generated from the command table.
enum GenerateCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let commands = CommandTable.commands
        switch invocation.arguments.operands {
        case ["man"]: invocation.output.write(ManualPage(language: invocation.language).page(commands))
        case ["bash"]: invocation.output.write(Completions.bash)
        case ["zsh"]: invocation.output.write(Completions.zsh)
        case ["fish"]: invocation.output.write(Completions.fish)
        default:
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        return .done
    }
}
