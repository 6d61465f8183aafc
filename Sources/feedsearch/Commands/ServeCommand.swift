import Accounts
import Dispatch
import FeedLibrary
import Formats
import HTTPServer
import HTTPService
import System

/// `serve`: answers HTTP, refreshes feeds and delivers alerts, until it is asked to end.
enum ServeCommand {
    private static let defaultAddress = "127.0.0.1:8480"
    private static let secondsBetweenRounds = 60
    private static let drainTime = Duration.seconds(10)

    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = invocation.settings
        let listener = try listener(settings.value(.listen) ?? defaultAddress, invocation)
        let watch = SignalWatch(reloads: true)
        // Made where it is not there, and brought to the newest schema, before anybody asks.
        _ = try invocation.library(.writing)
        if !settings.has(.noFetch) { _ = try settings.library.fetcher() }
        let accounts = try invocation.accounts()
        defer { accounts.flush() }
        let hasAccounts = try accounts.hasAccounts()
        if !hasAccounts, !listener.isLocal { throw invocation.complaint(.serveNeedsAccount) }
        let key = hasAccounts ? nil : OneTimeKey()

        let server = HTTPServer(
            configuration: configuration(listener, settings),
            responder: service(invocation, accounts, key, hostNames: hostNames(listener, settings)))
        let bound: [HTTPBoundAddress]
        do throws(HTTPServerError) { bound = try server.start() } catch { throw complaint(error, invocation) }
        defer {
            drain(server)
            try? FileSystem.remove(keyPath(invocation))
        }
        try announce(bound, key, invocation)

        let reload = {
            do throws(HTTPServerError) {
                try server.reloadCertificate()
            } catch {
                invocation.messages.error(complaint(error, invocation))
            }
        }
        if settings.has(.noFetch) {
            let endAlerts = try AlertFollower(invocation.library(.changing)).start()
            defer { endAlerts() }
            while !watch.isEnding { if watch.wait(seconds: 3_600) { reload() } }
        } else {
            try FetchCommand.keepRefreshing(
                invocation, every: secondsBetweenRounds, watch: watch, onReload: reload)
        }
        return .done
    }

    private static func service(
        _ invocation: Invocation, _ accounts: AccountStore, _ key: OneTimeKey?, hostNames: Set<String>
    ) -> Service {
        let messages = invocation.messages
        let log: @Sendable (String) -> Void = { line in if messages.isVerbose { messages.trace("HTTP: " + line) } }
        let path = invocation.settings.databasePath
        return Service(
            library: LibraryPool(
                path: path, readers: max(2, Machine.processorCount), settings: invocation.settings.library,
                clock: invocation.clock),
            databasePath: path, accounts: accounts, oneTimeKey: key, hostNames: hostNames, log: log)
    }

    private static func configuration(
        _ listener: HTTPServerConfiguration.Listener, _ settings: Settings
    ) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration(listeners: [listener])
        if let certificate = settings.value(.tlsCert) {
            configuration.certificate = HTTPCertificate(
                certificatePath: certificate, keyPath: settings.value(.tlsKey) ?? certificate)
        }
        return configuration
    }

    private static func announce(_ bound: [HTTPBoundAddress], _ key: OneTimeKey?, _ invocation: Invocation) throws {
        let scheme = invocation.settings.value(.tlsCert) == nil ? "http://" : "https://"
        let addresses = bound.map { address in
            if case .unix = address { address.description } else { scheme + address.description }
        }
        if invocation.isJSON {
            for address in addresses { invocation.writeJSON { $0.object { $0.member("listening", address) } } }
            invocation.output.flush()
        }
        if let key { try hand(key, invocation) }
        for address in addresses { invocation.messages.note(.serveListening, [address]) }
    }

    /// The key is for who started the service: on a terminal it is shown; a journal, which others may read, never has it.
    private static func hand(_ key: OneTimeKey, _ invocation: Invocation) throws {
        if FileDescriptor.standardError.isTerminal {
            invocation.messages.note(.serveKey, [key.text])
            return
        }
        let path = keyPath(invocation)
        try FileSystem.replace(path, with: Array((key.text + "\n").utf8), mode: 0o600)
        invocation.messages.note(.serveKeyFile, [path])
    }

    private static func keyPath(_ invocation: Invocation) -> String { invocation.settings.databasePath + ".key" }

    /// Lets requests in progress end.
    private static func drain(_ server: HTTPServer) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await server.drain(within: drainTime)
            done.signal()
        }
        done.wait()
    }

    // MARK: - What was typed

    private static func listener(
        _ text: String, _ invocation: Invocation
    ) throws -> HTTPServerConfiguration.Listener {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            if !path.isEmpty { return .unix(path: path) }
        } else if let host = HTTPHost(text), let port = host.port {
            let isBracketed = host.name.hasPrefix("[")
            return .tcp(host: isBracketed ? String(host.name.dropFirst().dropLast()) : host.name, port: port)
        }
        throw invocation.complaint(.badListen, [text])
    }

    private static func hostNames(_ listener: HTTPServerConfiguration.Listener, _ settings: Settings) -> Set<String> {
        var names: Set<String> = []
        if case .tcp(let host, _) = listener { names.insert(host.contains(":") ? "[\(host)]" : host.lowercased()) }
        // https://HOST:PORT/PATH
        let parts = settings.value(.baseURL)?.split(separator: "/")
        if let parts, parts.count > 1, let host = HTTPHost(String(parts[1])) { names.insert(host.name) }
        return names
    }

    private static func complaint(_ error: HTTPServerError, _ invocation: Invocation) -> Complaint {
        switch error {
        case .addressInUse(let address): invocation.complaint(.serveAddressInUse, [address])
        case .unknownHost(let host): invocation.complaint(.serveUnknownHost, [host])
        case .certificate(let path, let reason): invocation.complaint(.serveCertificate, [path, reason])
        case .system(let what, let number):
            invocation.complaint(
                .serveCannotListen,
                [what, SystemError(number: number, path: what).reason(invocation.language)])
        }
    }
}

extension HTTPServerConfiguration.Listener {
    /// Whether only this machine can reach it.
    fileprivate var isLocal: Bool {
        guard case .tcp(let host, _) = self else { return true }
        return host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
