/// Folders as they are typed: `新闻/科技`; a lone `/` is the top.
public enum FolderPath {
    /// The names on the way; empty for the top.
    public static func parse(_ text: String) -> [String] { text.split(separator: "/").map(String.init) }
}
