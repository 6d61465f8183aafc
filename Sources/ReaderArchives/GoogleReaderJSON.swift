internal import FeedParsing
internal import Markup

/// Articles in the format of Google Reader's `starred.json`, which FreshRSS, Inoreader and The Old Reader also export.
///
/// FreshRSS: app/Models/Entry.php (`toGReader`, mode `freshrss`, adds `guid` and `origin.feedUrl`), and its earlier
/// app/views/helpers/export/articles.phtml, where `id` is the feed's own identifier.
enum GoogleReaderJSON {
    static func read(_ bytes: [UInt8], of service: ServiceFeed, into sink: inout ArchiveSink) throws {
        let format: ReaderArchive.Format = service == .freshRSS ? .freshRSSJSON : .googleReaderJSON
        var records = JSONRecords(bytes)
        guard let members = records.members(), let items = members.last(where: { $0.key == "items" }) else {
            throw ReaderArchiveError.otherForm(format)
        }
        let stream = members.last { $0.key == "id" }.flatMap { records.value(in: $0.range)?.string } ?? ""
        let isStarred = stream.hasSuffix("/starred")
        guard records.enterList(at: items.range) else { throw ReaderArchiveError.otherForm(format) }
        try records.readAll(into: &sink) { item, place, sink throws in
            var article = article(item, service)
            if isStarred { article.starred = true }
            try sink.article(article, at: place)
        }
    }

    private static func article(_ item: JSONValue, _ service: ServiceFeed) -> MovedArticle {
        let origin = item["origin"]
        let stream = origin?["streamId"]?.string ?? ""
        let own = stream.hasPrefix("feed/") ? String(stream.dropFirst(5)) : stream
        let feed = ImportedAddress.ofFeed(origin?["feedUrl"]?.string) ?? ImportedAddress.ofFeed(own)
        let title = origin?["title"]?.string.map(HTMLEntities.decode)
        let url = address(item["canonical"]) ?? address(item["alternate"])
        let html = item["content"]?["content"]?.string ?? item["summary"]?["content"]?.string
        let published =
            Moment.seconds(item["published"], perSecond: 1)
            ?? Moment.seconds(item["crawlTimeMsec"], perSecond: 1_000)
            ?? Moment.seconds(item["timestampUsec"], perSecond: 1_000_000)
        var article = MovedArticle(
            feed: feed ?? service.address(of: own), feedTitle: title ?? (feed == nil ? service.title : nil),
            guid: identity(item, url), url: url, title: HTMLEntities.decode(item["title"]?.string ?? ""),
            html: html.map { Array($0.utf8) }, author: item["author"]?.string.map(HTMLEntities.decode),
            published: published)
        label(&article, item["categories"]?.array ?? [])
        return article
    }

    /// The feed's guid if the export contains it, otherwise the address. `tag:google.com,2005:reader/item/…` is the
    /// service's own id, which does not identify the article in the feed.
    private static func identity(_ item: JSONValue, _ url: String?) -> String {
        if let guid = item["guid"]?.string ?? item["frss:id"]?.string, !guid.isEmpty { return guid }
        let id = item["id"]?.string ?? ""
        return id.hasPrefix("tag:google.com,2005:reader/") ? url ?? id : id
    }

    private static func address(_ links: JSONValue?) -> String? {
        for link in links?.array ?? [] {
            if let address = ImportedAddress.kept(link["href"]?.string) { return address }
        }
        return nil
    }

    /// `user/1234/label/Name` is a label set by the owner, and `user/1234/state/com.google/read` is a state of the
    /// service. All others are categories set by the publisher.
    private static func label(_ article: inout MovedArticle, _ categories: [JSONValue]) {
        for category in categories {
            guard let text = category.string else { continue }
            let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0] == "user" else {
                article.categories.append(text)
                continue
            }
            if parts[2] == "label" {
                article.tags.append(String(parts[3]))
            } else if parts[2] == "state" {
                // States are listed only if they are set: an article without `read` is unread.
                if article.read == nil { article.read = false }
                if article.starred == nil { article.starred = false }
                if parts[3].hasSuffix("/read") { article.read = true }
                if parts[3].hasSuffix("/starred") { article.starred = true }
            }
        }
    }
}
