internal import Articles
internal import FeedLibrary
internal import Formats
internal import Messages
internal import System

/// A page of hits in a file, for a desktop without a web reader. The page contains no scripts and loads nothing.
struct SearchResultsPage {
    static let maxHits = 100
    let language: Language

    func html(_ text: String, _ hits: [SearchHit]) -> String {
        let title = text.isEmpty ? Message.desktopUnread.text(language) : text
        var page = """
            <!DOCTYPE html>
            <html lang="\(language == .english ? "en" : "zh-Hans")">
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="referrer" content="no-referrer">
            <meta name="viewport" content="width=device-width">
            <title>\(XMLText.escape(TerminalSafe.line(title))) – feedsearch</title>
            <style>
            :root { color-scheme: light dark; font: 1em/1.5 system-ui, sans-serif }
            body { max-width: 44em; margin: 2em auto; padding: 0 1em }
            p { margin: 0 } li { margin: 1em 0 } .about { opacity: .7 }
            </style>
            <h1>\(XMLText.escape(TerminalSafe.line(title)))</h1>

            """
        if hits.isEmpty { page += "<p>\(XMLText.escape(Message.nothingFound.text(language)))</p>\n" }
        page += "<ol>\n"
        for hit in hits { page += row(hit) }
        return page + "</ol>\n</html>\n"
    }

    private func row(_ hit: SearchHit) -> String {
        let result = DesktopResult(hit, untitled: Message.untitled.text(language))
        let title = XMLText.escape(result.title)
        let url = result.url.flatMap { Browser.isWebAddress($0) ? $0 : nil }
        let link = url.map { "<a rel=\"noreferrer\" href=\"\(XMLText.escape($0))\">\(title)</a>" } ?? title
        let date = hit.published.map { " · " + String(CivilTime.rfc3339($0).prefix(10)) } ?? ""
        return """
            <li><p>\(link)
            <p class="about">\(XMLText.escape(result.feed + date))
            <p>\(XMLText.escape(result.snippet))

            """
    }

    /// Writes the page to a file that only the user can read.
    ///
    /// - Returns: its path.
    func write(_ text: String, _ hits: [SearchHit], into folder: String) throws(SystemError) -> String {
        try FileSystem.makeFolders(folder)
        let path = folder + "/search.html"
        try FileSystem.replace(path, with: Array(html(text, hits).utf8), mode: 0o600)
        return path
    }
}
