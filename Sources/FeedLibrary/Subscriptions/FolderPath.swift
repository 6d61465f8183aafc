/// Folder paths as users enter them, for example `新闻/科技`. A single `/` is the top level.
public enum FolderPath {
    /// Returns the folder names in a path; empty for the top level.
    public static func parse(_ text: String) -> [String] { text.split(separator: "/").map(String.init) }
}
