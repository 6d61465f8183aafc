/// Folder paths as users enter them: `新闻/科技`; a single `/` is the top.
public enum FolderPath {
    /// The names in the path; empty for the top.
    public static func parse(_ text: String) -> [String] { text.split(separator: "/").map(String.init) }
}
