internal import Formats

/// Writes subscription lists as OPML 2.0. <http://opml.org/spec2.opml>
public enum OPMLWriter {
    /// Writes an OPML file. A folder is written at the position of its first feed; the order inside the folder is kept.
    ///
    /// Reading the file back gives the same feeds, with their title, site, folders, categories and other attributes.
    /// - Parameter dateCreated: an RFC 822 date; if nil, no date is written.
    public static func write(_ document: OPMLDocument, dateCreated: String? = nil) -> String {
        var tree = Folder()
        for (index, feed) in document.feeds.enumerated() { tree.insert(index, at: feed.folders[...]) }
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n    <title>"
        xml += escaped(document.title)
        xml += "</title>\n"
        if let dateCreated { xml += "    <dateCreated>\(escaped(dateCreated))</dateCreated>\n" }
        xml += "  </head>\n  <body>\n"
        write(tree, of: document, indent: "    ", to: &xml)
        xml += "  </body>\n</opml>\n"
        return xml
    }

    /// A node of the folder tree during writing. `insert` limits the depth to `OPMLReader.deepestFolder`.
    private struct Folder {
        enum Child {
            case feed(Int)
            case folder(Int)
        }

        var children: [Child] = []
        var folders: [(name: String, folder: Folder)] = []
        var places: [String: Int] = [:]

        mutating func insert(_ feed: Int, at path: ArraySlice<String>, depth: Int = 0) {
            guard let name = path.first, depth < OPMLReader.deepestFolder else {
                children.append(.feed(feed))
                return
            }
            let place: Int
            if let known = places[name] {
                place = known
            } else {
                place = folders.count
                places[name] = place
                folders.append((name, Folder()))
                children.append(.folder(place))
            }
            folders[place].folder.insert(feed, at: path.dropFirst(), depth: depth + 1)
        }
    }

    private static func write(_ folder: Folder, of document: OPMLDocument, indent: String, to xml: inout String) {
        for child in folder.children {
            switch child {
            case .feed(let index): write(document.feeds[index], indent: indent, to: &xml)
            case .folder(let index):
                let (name, inner) = folder.folders[index]
                xml += "\(indent)<outline text=\"\(escaped(name))\" title=\"\(escaped(name))\">\n"
                write(inner, of: document, indent: indent + "  ", to: &xml)
                xml += "\(indent)</outline>\n"
            }
        }
    }

    private static func write(_ feed: OPMLFeed, indent: String, to xml: inout String) {
        let title = escaped(feed.title)
        xml += "\(indent)<outline type=\"rss\" text=\"\(title)\" title=\"\(title)\" xmlUrl=\"\(escaped(feed.url))\""
        if let htmlURL = feed.htmlURL { xml += " htmlUrl=\"\(escaped(htmlURL))\"" }
        if !feed.categories.isEmpty {
            let paths = feed.categories.map { $0.count == 1 ? $0[0] : "/" + $0.joined(separator: "/") }
            xml += " category=\"\(escaped(paths.joined(separator: ",")))\""
        }
        for attribute in feed.attributes { xml += " \(attribute.name)=\"\(escaped(attribute.value))\"" }
        xml += "/>\n"
    }

    private static func escaped(_ text: String) -> String { XMLText.escape(text, .xmlAttribute) }
}
