internal import Articles

/// A part of a batch whose entries are looked up and written together. It contains each article at most once, and each
/// feed's document precedes the feed's articles.
struct BatchSection {
    private struct Name: Hashable {
        var feed: String
        var guid: String
    }

    var feeds: [FeedDraft] = []
    var documents: [DocumentItems] = []
    /// The articles with their ordinals in the batch.
    var articles: [(ordinal: Int, draft: ArticleDraft)] = []
    /// The addresses of the feeds of the section's entries, in order.
    private(set) var urls: [String] = []
    private var names: Set<Name> = []
    private var touched: Set<String> = []

    /// Splits a batch into sections, in order.
    static func all(of batch: PreparedBatch) -> [BatchSection] {
        var sections: [BatchSection] = []
        var section = BatchSection()
        var ordinal = 0
        func end() {
            sections.append(section)
            section = BatchSection()
        }
        for entry in batch.entries {
            switch entry {
            case .feed(let feed):
                section.feeds.append(feed)
                section.urls.append(feed.url)
            case .document(let items):
                if !section.touched.insert(items.feed).inserted {
                    end()
                    section.touched.insert(items.feed)
                }
                section.documents.append(items)
                section.urls.append(items.feed)
            case .article(let draft):
                let name = Name(feed: draft.feed, guid: draft.guid)
                if !section.names.insert(name).inserted {
                    end()
                    section.names.insert(name)
                }
                section.touched.insert(draft.feed)
                section.articles.append((ordinal, draft))
                section.urls.append(draft.feed)
                ordinal += 1
            }
        }
        end()
        return sections
    }
}
