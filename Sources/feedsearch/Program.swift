import FeedLibrary
import Messages
import System
import TerminalPages

/// One run of the program: parses the words, reads the settings, runs the command, and turns an error into a message
/// and an exit code.
struct Program {
    let environment: (String) -> String?

    func run(_ words: [String]) -> ExitCode {
        let language = Language.current(environment)
        let isTerminal = FileDescriptor.standardError.isTerminal
        var messages = MessageWriter(
            language: language, isQuiet: false, isVerbose: false,
            style: TerminalStyle.decide(.auto, isTerminal: isTerminal, environment))
        var output: OutputWriter?
        let reader = ArgumentReader(commands: CommandTable.commands)
        let hint = CommandHint(commands: CommandTable.commands)
        do {
            let arguments = try reader.read(words)
            let settings = try readSettings(arguments, language, messages)
            messages = MessageWriter(
                language: language, isQuiet: settings.isQuiet, isVerbose: settings.isVerbose,
                style: TerminalStyle.decide(settings.color, isTerminal: isTerminal, environment))
            let environment = environment
            let isPaged = arguments.command.isPaged(settings)
            let writer = OutputWriter(
                .standardOutput, language: language, pager: isPaged ? { Pager.start(environment) } : nil)
            output = writer
            let invocation = Invocation(
                arguments: arguments, settings: settings, output: writer, messages: messages,
                clock: settings.has(.utc) ? SystemClock.system.utc : .system)
            let code = try run(invocation)
            writer.flush()
            if let command = hint.command(of: arguments) {
                messages.note(.hintCommand, [arguments.operands.first ?? "", command])
            }
            if code == .failed, let search = hint.search(of: arguments) { messages.note(.hintSearch, [search]) }
            writer.finish()
            return code
        } catch {
            output?.finish()
            let userError = UserFacingError(shown: error, language: language)
            messages.error(userError)
            if hint.isOfWords(userError), let typed = try? reader.readUnchecked(words),
                let search = hint.search(of: typed)
            {
                messages.note(.hintSearch, [search])
            }
            return .failed
        }
    }

    private func run(_ invocation: Invocation) throws -> ExitCode {
        let arguments = invocation.arguments
        if arguments.has(.version) {
            invocation.output.line("feedsearch \(Version.text)")
            return .done
        }
        if arguments.has(.help) {
            let page = HelpPage(
                language: invocation.language, columns: min(100, Terminal.columns(.standardOutput)),
                style: invocation.style)
            let isOverview = !arguments.isNamed
            invocation.output.write(
                isOverview ? page.overview(CommandTable.commands) : page.page(arguments.command))
            return .done
        }
        return try arguments.command.run(invocation)
    }

    /// - Parameter isStrict: whether invalid lines of the configuration file are errors. True if there are earlier
    ///   valid settings to keep.
    func readSettings(
        _ arguments: Arguments, _ language: Language, _ messages: MessageWriter, isStrict: Bool = false
    ) throws -> Settings {
        let paths = DefaultPaths(environment)
        let named = arguments.value(.config) ?? environment("FEEDSEARCH_CONFIG").flatMap { $0.isEmpty ? nil : $0 }
        let path = named.map(paths.expand) ?? paths.config
        var file = ConfigFile()
        do {
            file = ConfigFile(
                text: String(
                    decoding: try FileSystem.read(
                        path, limit: ConfigFile.maxBytes, maxWaitSeconds: ConfigFile.maxWaitSeconds),
                    as: UTF8.self))
        } catch {
            // The configuration file is optional unless the user has named it.
            if named != nil || FileSystem.kind(path) != nil { throw UserFacingError(shown: error, language: language) }
        }
        for warning in file.warnings { messages.warning(warning, path: path) }
        if isStrict, !file.warnings.isEmpty { throw UserFacingError(.settingsKept, language: language) }
        return try Settings(arguments: arguments, file: file, language: language, environment: environment)
    }
}
