internal import Articles
internal import FeedLibrary
internal import Messages
internal import System

/// The operations that GNOME Shell and KRunner share: finding articles and opening them.
///
/// Not `Sendable`: used by one thread only.
final class Desktop {
    /// The application's icon, which `make install` adds to the icon theme.
    static let iconName = "org.feedsearch.Feedsearch"
    /// The maximum number of articles in one call.
    static let maxNumbers = 200

    let archive: DesktopArchive
    let target: DesktopTarget
    /// Opens an address or a file in the browser.
    private let show: (String) throws -> Void

    init(_ settings: DesktopSettings, show: @escaping (String) throws -> Void) {
        archive = DesktopArchive(settings)
        target = DesktopTarget(reader: settings.reader)
        self.show = show
    }

    var language: Language { archive.settings.library.language }
    var hasReader: Bool { target.reader != nil }

    /// Opens an article in the web reader, or its original page if no web reader is set up. The article is not marked
    /// as read.
    func open(_ number: ArticleID, asPage: Bool = false) throws -> BusReply {
        let url = try archive.results([number])[0].url
        guard let address = asPage ? target.page(url) : target.article(number, url: url) else {
            return .failed(Message.noWebAddress.text(language, ["#\(number)"]))
        }
        return show(address)
    }

    /// Opens a search in the web reader, or as a generated page if no web reader is set up.
    func openSearch(_ text: String) throws -> BusReply {
        if let address = target.search(text) { return show(address) }
        let page = SearchResultsPage(language: language)
        let hits = try archive.newest(text, limit: SearchResultsPage.maxHits)
        do throws(SystemError) {
            return show(try page.write(text, hits, into: archive.settings.cacheFolder))
        } catch {
            return .failed(error.reason(language))
        }
    }

    private func show(_ address: String) -> BusReply {
        do {
            try show(address)
            return .values([])
        } catch let error as SystemError {
            return .failed(Message.cannotOpenBrowser.text(language, [Browser.program(), error.reason(language)]))
        } catch {
            return .failed(UserFacingError(error, language: language).text)
        }
    }
}
