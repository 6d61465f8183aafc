import DesktopSearch
import FeedLibrary
import Messages
import System

/// `desktop`: answers searches of GNOME Shell and KRunner, and exits when none have arrived for a while. `desktop open
/// QUERY` opens a search as GNOME Shell and KRunner do.
enum DesktopCommand {
    private static let idleTime = Duration.seconds(60)

    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = try settings(invocation)
        var words = invocation.arguments.operands
        if words.isEmpty { return try serve(settings, invocation) }
        guard words.removeFirst() == "open" else {
            throw UsageError.unexpectedOperand(invocation.arguments.operands[0], command: "desktop")
        }
        if let reason = try DesktopService.openSearch(words.joined(separator: " "), settings) {
            throw UserFacingError(text: reason)
        }
        return .done
    }

    private static func serve(_ settings: DesktopSettings, _ invocation: Invocation) throws -> ExitCode {
        var idleTime = idleTime
        if let text = invocation.settings.value(.idle) {
            guard let milliseconds = TimeLength.milliseconds(text) else {
                throw invocation.userError(.desktopBadIdle, [text])
            }
            idleTime = .milliseconds(milliseconds)
        }
        do throws(BusError) {
            let connection = try BusConnection()
            try DesktopService.run(settings, on: connection, untilIdleFor: idleTime)
        } catch {
            throw switch error {
            case .noLibrary: invocation.userError(.desktopNoLibrary)
            case .noSession: invocation.userError(.desktopNoSession)
            case .nameTaken(let name): invocation.userError(.desktopNameTaken, [name])
            case .system(let what, let number):
                invocation.userError(
                    .desktopNoBus, [what, SystemError(number: number, path: what).reason(invocation.language)])
            }
        }
        return .done
    }

    private static func settings(_ invocation: Invocation) throws -> DesktopSettings {
        let reader = invocation.settings.value(.reader)
        if let reader, !Browser.isWebAddress(reader) { throw invocation.userError(.desktopBadReader, [reader]) }
        return DesktopSettings(
            databasePath: invocation.settings.databasePath, library: invocation.settings.library,
            clock: invocation.clock, cacheFolder: DefaultPaths(Environment.value).cache, reader: reader)
    }
}
