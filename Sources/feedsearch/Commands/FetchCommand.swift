import FeedLibrary
import Ingestion
import Messages
import System
import TerminalPages

/// `fetch [FEED…]`: refreshes all feeds or those named; `--every` stays and keeps refreshing those that are due.
enum FetchCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        guard let text = invocation.settings.value(.every) else {
            let watch = SignalWatch(reloads: false, endsAtOnce: true)
            return try FetchRound(invocation, settings: invocation.settings, every: nil).run(watch: watch).code
        }
        guard let seconds = TimeLength.seconds(text) else { throw invocation.complaint(.badInterval, [text]) }
        // What is wrong from the start is an error; what goes wrong later is told, and the next round tries again.
        _ = try invocation.settings.library.fetcher()
        _ = try invocation.library(.changing)
        let alerts = try AlertFollower { try invocation.library(.changing) }
        try keepRefreshing(invocation, every: seconds, alerts: alerts, watch: SignalWatch(reloads: true))
        return .done
    }

    /// Refreshes the feeds that are due, and delivers alerts, until it is time to end.
    ///
    /// - Parameters:
    ///   - alerts: delivers while a round is under way and between rounds, when a digest or another attempt is due.
    ///   - reload: reads the settings again; nil where the old ones stay.
    ///   - onReport: takes what each round did.
    static func keepRefreshing(
        _ invocation: Invocation, every seconds: Int, alerts: AlertFollower, watch: SignalWatch,
        reload: (Invocation) -> Settings? = reloaded, onReport: (FeedRefreshReport) -> Void = { _ in }
    ) throws {
        var settings = invocation.settings
        let clock = invocation.clock
        var isOffline = false
        var failure: String?
        var endAlerts = alerts.start()
        defer { endAlerts() }
        while !watch.isEnding {
            let began = clock.monotonicSeconds()
            do {
                isOffline = try FetchRound(invocation, settings: settings, every: seconds)
                    .run(watch: watch, wasOffline: isOffline, onReport: onReport).isOffline
                failure = nil
            } catch {
                // What lasts is said once.
                let text = Complaint(shown: error, language: invocation.language).text
                if text != failure { invocation.messages.warning(.fetchRoundFailed, [text]) }
                failure = text
            }
            invocation.output.flush()
            let rest = max(0.1, Double(seconds) - (clock.monotonicSeconds() - began))
            if watch.wait(seconds: rest), let changed = reload(invocation) {
                settings = changed
                if let follower = try? AlertFollower(open: { try invocation.library(.changing, settings: changed) }) {
                    endAlerts()
                    endAlerts = follower.start()
                }
            }
        }
    }

    /// The settings as the configuration file has them now; nil where it cannot be read.
    static func reloaded(_ invocation: Invocation) -> Settings? {
        do {
            return try Program(environment: Environment.value).readSettings(
                invocation.arguments, invocation.language, invocation.messages, isStrict: true)
        } catch {
            invocation.messages.error(Complaint(shown: error, language: invocation.language))
            return nil
        }
    }
}
