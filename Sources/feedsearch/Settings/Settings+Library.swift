import Articles
import FeedFetching
import FeedLibrary
import Messages
import System

extension Settings {
    /// The settings of the library's use cases.
    var library: LibrarySettings {
        var library = LibrarySettings()
        library.language = language
        library.userAgent = "feedsearch/\(Version.text)"
        library.allowed = value(.allow) ?? ""
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
            library.proxies[name] = Environment.value(name)
            if name != "http_proxy" { library.proxies[name.uppercased()] = Environment.value(name.uppercased()) }
        }
        let accounts = accounts
        library.secrets.stored = { try accounts.secret($0, for: $1) }
        library.keeper = accounts.keeper
        library.confirmations = confirmations(onlyOfLibrary: false)
        library.keepsTracking = has(.keepTracking)
        library.defaultKeep = value(.defaultKeep)
        library.feedDefaults.keepUnread = number(.defaultKeepUnread).map { Int64($0) }
        library.feedDefaults.keepRead = number(.defaultKeepRead).map { Int64($0) }
        library.mailServer = value(.smtp)
        library.mailSender = value(.smtpFrom)
        library.mailSecret = value(.smtpSecret)
        library.alertRetry = value(.alertRetry)
        library.readerBase = value(.baseURL)
        return library
    }

    /// The settings for a library of a host, which may have its own secrets. Only confirmations that were given for
    /// this library count, because accounts do not trust each other's settings.
    func library(at location: String) -> LibrarySettings {
        var other = self
        other.databasePath = location
        var library = other.library
        library.confirmations = other.confirmations(onlyOfLibrary: true)
        return library
    }

    /// The confirmations given by the user of this process. The file is read when it is first needed.
    private func confirmations(onlyOfLibrary isOnlyOfLibrary: Bool) -> ConfirmationFile {
        let place = LibraryPlace(databasePath)
        let local = local
        return ConfirmationFile(
            path: DefaultPaths(Environment.value).confirmations, library: { place.confirmationName(local) },
            isOnlyOfLibrary: isOnlyOfLibrary)
    }
}
