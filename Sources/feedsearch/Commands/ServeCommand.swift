import Accounts
import Dispatch
import FeedLibrary
import Formats
import Glibc
import HTTPServer
import HTTPService
import Ingestion
import Messages
import ReaderProtocols
import System
import TerminalPages
import WebPages

/// `serve`: serves HTTP, refreshes feeds and delivers alerts, until a signal ends it.
enum ServeCommand {
    private static let secondsBetweenRounds = 60
    /// The number of seconds within which the process exits. Open requests may take ten of them; other work does not
    /// delay the exit.
    static let endTime = 10.5

    static func run(_ invocation: Invocation) throws -> ExitCode {
        if let host = invocation.settings.host { return try serve(host, invocation) }
        let manager = ServiceManager.take()
        let settings = invocation.settings
        let options = try options(settings, invocation)
        let watch = SignalWatch(reloads: true)
        // Create the database or upgrade its schema before the first request.
        _ = try invocation.library(.writing)
        // Open the database before the first request. If the file disappears later, the service reports the error and
        // keeps running.
        let alerts = try AlertFollower { try invocation.library(.changing) }
        if !settings.has(.noFetch) { _ = try settings.library.fetcher() }
        let accounts = try invocation.accounts()
        defer { accounts.flush() }
        if try accounts.isHost() { throw invocation.userError(.serveHosted, [settings.databasePath]) }
        let hasAccounts = try accounts.hasAccounts()
        let listeners = options.configuration(sockets: manager.sockets.map(\.descriptor)).listeners
        if !hasAccounts, !listeners.allSatisfy(\.isLocal) { throw invocation.userError(.serveNeedsAccount) }
        let key = hasAccounts ? nil : OneTimeKey()

        let service = try service(invocation, options, accounts, key)
        let runtime = ServiceRuntime(options, service: service, manager: manager)
        let bound: [HTTPBoundAddress]
        do throws(HTTPServerError) { bound = try runtime.start() } catch { throw userError(error, invocation) }
        defer { try? FileSystem.remove(keyPath(invocation)) }
        watch.atEnd {
            runtime.beginDraining()
            DispatchQueue.global().asyncAfter(deadline: .now() + endTime) { _exit(ExitCode.done.rawValue) }
        }
        defer { runtime.finishDraining() }
        let addresses = try announce(bound, key, invocation)
        runtime.announce(Message.serveStatus.text(invocation.language, [addresses.joined(separator: ", ")]))

        let clock = invocation.clock
        let care = BackgroundMaintenance(
            idleSeconds: { service.idleSeconds },
            open: {
                try Library(path: settings.databasePath, for: .maintaining, settings: settings.library, clock: clock)
            })
        let endCare = care.start()
        defer { endCare() }
        let reload = { (_: Invocation) in reloaded(runtime, invocation) }
        if settings.has(.noFetch) {
            let endAlerts = alerts.start()
            defer { endAlerts() }
            while !watch.isEnding { if watch.wait(seconds: 3_600) { _ = reload(invocation) } }
        } else {
            let endHubs = service.home.hubs.start()
            defer { endHubs() }
            try FetchCommand.keepRefreshing(
                invocation, every: secondsBetweenRounds, keepsIntervals: true, alerts: alerts, watch: watch,
                reload: reload,
                onReport: { service.note($0, of: service.home) })
        }
        return .done
    }

    private static func service(
        _ invocation: Invocation, _ options: ServiceOptions, _ accounts: AccountStore, _ key: OneTimeKey?
    ) throws -> Service {
        let messages = invocation.messages
        let settings = invocation.settings
        let log: @Sendable (String) -> Void = { line in if messages.isVerbose { messages.trace("HTTP: " + line) } }
        let library = LibraryPool(
            path: settings.databasePath, readers: settings.number(.readers) ?? max(2, Machine.processorCount),
            maxCacheBytes: settings.number(.cacheMB).map { $0 << 20 }, settings: settings.library,
            clock: invocation.clock)
        return Service(
            operations: APIOperations.all + PageOperations.all + AppOperations.all, pages: PageOperations.ofService,
            mapPath: AppOperations.path,
            library: library, databasePath: settings.databasePath, localPath: try settings.local.path(),
            accounts: accounts,
            oneTimeKey: key,
            hostNames: options.hostNames, base: options.base, notice: { messages.error($0) }, log: log)
    }

    /// Reads settings and certificates again; returns nil to keep the old ones if the new ones are invalid.
    static func reloaded(_ runtime: ServiceRuntime, _ invocation: Invocation) -> Settings? {
        runtime.tellReloading()
        defer { runtime.tellReloaded() }
        guard let settings = FetchCommand.reloaded(invocation) else { return nil }
        do {
            let options = try options(settings, invocation)
            do throws(HTTPServerError) { try runtime.reload(options) } catch { throw userError(error, invocation) }
            return settings
        } catch {
            invocation.messages.error(UserFacingError(shown: error, language: invocation.language))
            invocation.messages.warning(.settingsKept)
            return nil
        }
    }

    static func announce(
        _ bound: [HTTPBoundAddress], _ key: OneTimeKey?, _ invocation: Invocation
    ) throws -> [String] {
        let scheme = invocation.settings.value(.tlsCert) == nil ? "http://" : "https://"
        let addresses = bound.map { address in
            if case .unix = address { address.description } else { scheme + address.description }
        }
        // Write the key before the address, so that a program that has read the address can also read the key.
        if let key { try hand(key, invocation) }
        if invocation.isJSON {
            for address in addresses { invocation.writeJSON { $0.object { $0.member("listening", address) } } }
            invocation.output.flush()
        }
        for address in addresses { invocation.messages.note(.serveListening, [address]) }
        return addresses
    }

    /// Gives the one-time key to the user who started the service. The key is printed on a terminal, but never to a
    /// journal, which other users may read.
    private static func hand(_ key: OneTimeKey, _ invocation: Invocation) throws {
        if FileDescriptor.standardError.isTerminal {
            invocation.messages.note(.serveKey, [key.text])
            return
        }
        let path = try keyPath(invocation)
        try FileSystem.replace(path, with: Array((key.text + "\n").utf8), mode: 0o600)
        invocation.messages.note(.serveKeyFile, [path])
    }

    private static func keyPath(_ invocation: Invocation) throws -> String {
        try invocation.settings.local.path() + ".key"
    }

    // MARK: - Settings

    static func options(_ settings: Settings, _ invocation: Invocation) throws -> ServiceOptions {
        do throws(ServiceOptions.Mistake) {
            var options = try ServiceOptions(
                listen: settings.value(.listen), baseURL: settings.value(.baseURL),
                certificate: settings.value(.tlsCert), key: settings.value(.tlsKey),
                trustedProxies: settings.value(.trustedProxies))
            options.maxConnections = settings.number(.maxConnections)
            options.maxConnectionsPerAddress = settings.number(.maxConnectionsPerAddress)
            return options
        } catch {
            throw switch error {
            case .listen(let text): invocation.userError(.badListen, [text])
            case .baseURL(let text): invocation.userError(.serveBadBaseURL, [text])
            case .trustedProxies(let text): invocation.userError(.serveBadProxies, [text])
            case .keyWithoutCertificate: invocation.userError(.serveKeyAlone)
            }
        }
    }

    static func userError(_ error: HTTPServerError, _ invocation: Invocation) -> UserFacingError {
        switch error {
        case .addressInUse(let address): invocation.userError(.serveAddressInUse, [address])
        case .unknownHost(let host): invocation.userError(.serveUnknownHost, [host])
        case .certificate(let path, let reason): invocation.userError(.serveCertificate, [path, reason])
        case .system(let what, let number):
            invocation.userError(
                .serveCannotListen,
                [what, SystemError(number: number, path: what).reason(invocation.language)])
        }
    }
}
