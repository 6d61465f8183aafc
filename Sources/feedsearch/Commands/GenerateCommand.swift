import FeedLibrary

/// `generate man|bash|zsh|fish`: what packages install beside the binary, made from the command table.
enum GenerateCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let commands = CommandTable.commands
        let completions = Completions(commands: commands, language: invocation.language)
        switch invocation.arguments.operands {
        case ["man"]: invocation.output.write(ManualPage(language: invocation.language).page(commands))
        case ["bash"]: invocation.output.write(completions.bash())
        case ["zsh"]: invocation.output.write(completions.zsh())
        case ["fish"]: invocation.output.write(completions.fish())
        default:
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        return .done
    }
}
