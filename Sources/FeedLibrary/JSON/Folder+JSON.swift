public import Articles
public import Formats

extension JSONWriter {
    /// Writes a folder with its counts, which include subfolders.
    public mutating func folder(_ folder: FolderCounts) {
        object { writer in
            writer.member("folder", folder.path)
            writer.member("feeds", folder.feeds)
            writer.member("articles", folder.articles)
            writer.member("unread", folder.unread)
        }
    }
}

extension Schema {
    static let folder = Schema.object([
        .always("folder", strings, "names from the top"),
        .always("feeds", .integer()),
        .always("articles", .integer()),
        .always("unread", .integer()),
    ])

    static let folderMove = Schema.object([
        .always("folder", .string, "names separated by /"),
        .maybe("into", .string, "the folder that it is moved to; empty for the top level"),
        .maybe("place", .choice(["first", "last", "up", "down"]), "last, if this and the next two are absent"),
        .maybe("before", .string, "the name of a folder"),
        .maybe("after", .string, "the name of a folder"),
    ])
}
