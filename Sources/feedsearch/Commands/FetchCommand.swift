import FeedLibrary
import Ingestion
import Messages
import System
import TerminalPages

/// `fetch [FEED…]`: refreshes all feeds or the named ones; with `--every`, keeps refreshing the feeds that are due.
enum FetchCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        guard let text = invocation.settings.value(.every) else {
            let watch = SignalWatch(reloads: false, endsAtOnce: true)
            return try PrintedRefresh(invocation, settings: invocation.settings, every: nil).run(watch: watch).code
        }
        guard let seconds = TimeLength.seconds(text) else { throw invocation.userError(.badInterval, [text]) }
        // Errors at the start end the command. Later errors are only reported, and the next refresh tries again.
        _ = try invocation.settings.library.fetcher()
        _ = try invocation.library(.changing)
        let alerts = try AlertFollower { try invocation.library(.changing) }
        try keepRefreshing(invocation, every: seconds, alerts: alerts, watch: SignalWatch(reloads: true))
        return .done
    }

    /// The maximum wait in seconds after a refresh that was skipped because another process was refreshing.
    private static let secondsUntilTakeover = 10

    /// Refreshes the feeds that are due, and delivers alerts, until `watch` ends it.
    ///
    /// - Parameters:
    ///   - keepsIntervals: whether feeds keep their computed intervals even if `seconds` is shorter.
    ///   - alerts: delivers alerts during and between refreshes, including digests and retries that are due.
    ///   - reload: reads the settings again; returns nil to keep the old settings.
    ///   - onReport: receives the report of each refresh.
    static func keepRefreshing(
        _ invocation: Invocation, every seconds: Int, keepsIntervals: Bool = false, alerts: AlertFollower,
        watch: SignalWatch,
        reload: (Invocation) -> Settings? = reloaded, onReport: (FeedRefreshReport) -> Void = { _ in }
    ) throws {
        var settings = invocation.settings
        let clock = invocation.clock
        var last = PrintedRefresh.Outcome(code: .done)
        var failure: String?
        var endAlerts = alerts.start()
        defer { endAlerts() }
        while !watch.isEnding {
            let began = clock.monotonicSeconds()
            do {
                last = try PrintedRefresh(
                    invocation, settings: settings, every: seconds, keepsIntervals: keepsIntervals
                )
                .run(watch: watch, wasOffline: last.isOffline, onReport: onReport)
                failure = nil
            } catch {
                // Report a repeated error once.
                let text = UserFacingError(shown: error, language: invocation.language).text
                if text != failure { invocation.messages.warning(.fetchRoundFailed, [text]) }
                failure = text
            }
            invocation.output.flush()
            // Try again soon, to take over if the other process ends.
            let interval = last.isElsewhere ? min(seconds, secondsUntilTakeover) : seconds
            let rest = max(0.1, Double(interval) - (clock.monotonicSeconds() - began))
            if watch.wait(seconds: rest), let changed = reload(invocation) {
                settings = changed
                if let follower = try? AlertFollower(open: { try invocation.library(.changing, settings: changed) }) {
                    endAlerts()
                    endAlerts = follower.start()
                }
            }
        }
    }

    /// Reads the settings again; nil if the configuration file is invalid.
    static func reloaded(_ invocation: Invocation) -> Settings? {
        do {
            return try Program(environment: Environment.value).readSettings(
                invocation.arguments, invocation.language, invocation.messages, isStrict: true)
        } catch {
            invocation.messages.error(UserFacingError(shown: error, language: invocation.language))
            return nil
        }
    }
}
