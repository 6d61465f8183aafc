import Accounts
import Dispatch
import FeedLibrary
import Glibc
import HTTPServer
import HTTPService
import Messages
import ReaderProtocols
import System
import TerminalPages
import WebPages

/// `serve --libraries`: each account has a library of its own.
extension ServeCommand {
    static func serve(_ host: HostPlace, _ invocation: Invocation) throws -> ExitCode {
        let manager = ServiceManager.take()
        let settings = invocation.settings
        let options = try options(settings, invocation)
        let watch = SignalWatch(reloads: true)
        guard let accounts = try invocation.existingAccounts(), try accounts.hasAccounts() else {
            throw invocation.userError(.hostNeedsAccount, [host.location])
        }
        defer { accounts.flush() }
        // An error of a setting ends the command now, not the first refresh.
        if !settings.has(.noFetch) { _ = try settings.library.fetcher() }
        let service = try service(of: host, invocation, options, accounts)
        let runtime = ServiceRuntime(options, service: service, manager: manager)
        let bound: [HTTPBoundAddress]
        do throws(HTTPServerError) { bound = try runtime.start() } catch { throw userError(error, invocation) }
        watch.atEnd {
            runtime.beginDraining()
            DispatchQueue.global().asyncAfter(deadline: .now() + endTime) { _exit(ExitCode.done.rawValue) }
        }
        defer { runtime.finishDraining() }
        let addresses = try announce(bound, nil, invocation)
        runtime.announce(Message.serveStatus.text(invocation.language, [addresses.joined(separator: ", ")]))

        let messages = invocation.messages
        let rounds = HostRounds(
            service, fetches: !settings.has(.noFetch), looksForIcons: !settings.has(.noIcons)
        ) { library, error in
            messages.warning(.hostRoundFailed, [library, error.text])
        }
        let endRounds = rounds?.start()
        defer { endRounds?() }
        while !watch.isEnding { if watch.wait(seconds: 3_600) { _ = reloaded(runtime, invocation) } }
        return .done
    }

    private static func service(
        of host: HostPlace, _ invocation: Invocation, _ options: ServiceOptions, _ accounts: AccountStore
    ) throws -> Service {
        let messages = invocation.messages
        let settings = invocation.settings
        let log: @Sendable (String) -> Void = { line in if messages.isVerbose { messages.trace("HTTP: " + line) } }
        let localPath = try settings.hostLocal?.path() ?? ""
        var libraries = LibraryHost.Options(
            place: host, localFolder: FileSystem.parent(localPath) + "/libraries",
            settings: { settings.library(at: $0) })
        libraries.readers = settings.number(.readers) ?? max(2, Machine.processorCount)
        libraries.maxCacheBytes = settings.number(.cacheMB).map { $0 << 20 } ?? libraries.maxCacheBytes
        libraries.maxLibraries = settings.number(.maxLibraries) ?? libraries.maxLibraries
        libraries.maxServerConnections = settings.number(.maxServerConnections) ?? libraries.maxServerConnections
        libraries.maxFetchBytes = settings.number(.sharedMB).map { $0 << 20 }
        libraries.maxPictureBytes = settings.number(.picturesMB).map { $0 << 20 }
        return Service(
            operations: APIOperations.all + PageOperations.all + AppOperations.all, pages: PageOperations.ofService,
            mapPath: AppOperations.path, host: libraries, localPath: localPath, accounts: accounts,
            clock: invocation.clock, hostNames: options.hostNames, base: options.base,
            notice: { messages.error($0) }, log: log)
    }
}
