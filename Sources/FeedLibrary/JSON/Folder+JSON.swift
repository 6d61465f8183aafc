public import Articles
public import Formats

extension JSONWriter {
    /// A folder with its counts, subfolders included.
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
        .always("folder", .string, "names divided by /"),
        .maybe("into", .string, "the folder that it is put into; empty for the top"),
        .maybe("place", .choice(["first", "last", "up", "down"]), "without it and the next two: last"),
        .maybe("before", .string, "the name of a folder"),
        .maybe("after", .string, "the name of a folder"),
    ])
}
