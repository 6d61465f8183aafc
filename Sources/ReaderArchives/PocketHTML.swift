internal import Markup

/// Pocket's earlier export, `ril_export.html`: links in lists under the headings "Unread" and "Read Archive".
///
/// A link has `time_added`, in seconds, and `tags`, separated by commas (wallabag: src/Import/PocketHtmlImport.php).
enum PocketHTML {
    static func read(_ html: [UInt8], into sink: inout ArchiveSink) throws {
        var tokenizer = HTMLTokenizer()
        var link: (address: String, added: String, tags: String, from: Int)?
        var headingFrom: Int?
        var isArchive: Bool?
        var number = 0
        /// Ends a link at any following tag, so that a link without an end tag has only its own text.
        func close(at offset: Int, _ sink: inout ArchiveSink) throws {
            guard let open = link else { return }
            link = nil
            number += 1
            try sink.article(
                MovedArticle(
                    feed: ServiceFeed.pocket.address, feedTitle: ServiceFeed.pocket.title,
                    guid: ImportedAddress.kept(open.address) ?? "", url: open.address,
                    title: text(html, open.from..<offset), published: Moment.seconds(digits: open.added),
                    read: isArchive, tags: open.tags.split(separator: ",").map { String($0) }),
                needsAddress: true, at: .record(number))
        }
        var index = 0
        while let start = html[index...].firstIndex(of: 0x3C) {
            index = start + 1
            let kind = tokenizer.read(html.span, at: start)
            guard kind == .startTag || kind == .endTag else {
                if kind != .text { index = tokenizer.next }
                continue
            }
            index = tokenizer.next
            try close(at: start, &sink)
            switch (name(html, tokenizer), kind) {
            case ("a", .startTag):
                guard let address = attribute("href", html, tokenizer) else { continue }
                link = (
                    address, attribute("time_added", html, tokenizer) ?? "", attribute("tags", html, tokenizer) ?? "",
                    index
                )
            case ("h1", .startTag): headingFrom = index
            case ("h1", _):
                if let from = headingFrom { isArchive = archived(text(html, from..<start)) ?? isArchive }
                headingFrom = nil
            default: break
            }
        }
        if link != nil { sink.report.isCutShort = true }
        try close(at: html.count, &sink)
    }

    private static func archived(_ heading: String) -> Bool? {
        switch ArchiveSink.filled(heading)?.lowercased() {
        case "unread": false
        case "read archive": true
        default: nil
        }
    }

    private static func name(_ html: [UInt8], _ tokenizer: HTMLTokenizer) -> String {
        String(decoding: html[tokenizer.name].prefix(8), as: UTF8.self).lowercased()
    }

    private static func attribute(_ name: String, _ html: [UInt8], _ tokenizer: HTMLTokenizer) -> String? {
        let hash = HTMLNameTable.hash(name.utf8)
        guard let found = tokenizer.attributes.first(where: { $0.hash == hash }) else { return nil }
        var bytes: [UInt8] = []
        HTMLEntities.append(html.span, found.value, inAttribute: true, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func text(_ html: [UInt8], _ range: Range<Int>) -> String {
        let bytes = Array(html[range].prefix(ArchiveSink.longestText))
        return String(decoding: HTMLText.plainText(bytes), as: UTF8.self)
    }
}
