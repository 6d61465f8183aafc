internal import FeedParsing
enum ItemIdentity { static func id(of item: ParsedItem) -> String { item.id ?? item.url ?? "" } }
enum FeedParser { static func parse(_ b: [UInt8]) -> ParsedFeed { ParsedFeed() } }
enum DateParser { static func parse(_ t: String) -> Timestamp? { nil } }
enum DocumentFolder { static func isArchive(_ p: String) -> Bool { false }; static func forEachDocument(in p: String, _ b: (String, [UInt8]) -> Bool) -> String? { nil } }
