/// Folder paths as users enter them, for example `新闻/科技`. A single `/` is the top level.
public enum FolderPath {
    /// The names in the path; empty for the top.
    public static func parse(_ text: String) -> [String] { text.split(separator: "/").map(String.init) }
}
