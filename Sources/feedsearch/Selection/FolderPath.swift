/// Folders as they are typed: `新闻/科技`; a lone `/` is the top.
enum FolderPath {
    static func parse(_ text: String) -> [String] { text.split(separator: "/").map(String.init) }
}
