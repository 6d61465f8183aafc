private import Glibc

/// Finds programs in PATH.
public enum ProgramPath {
    /// The path of a program, found like execvp(3): the word is a path, or a name in a folder of PATH. Nil if the
    /// program does not exist.
    public static func find(_ word: String, _ environment: (String) -> String? = Environment.value) -> String? {
        if word.contains("/") { return isProgram(word) ? word : nil }
        if word.isEmpty { return nil }
        for folder in (environment("PATH") ?? "/bin:/usr/bin").split(separator: ":", omittingEmptySubsequences: false) {
            let path = (folder.isEmpty ? "." : String(folder)) + "/" + word
            if isProgram(path) { return path }
        }
        return nil
    }

    private static func isProgram(_ path: String) -> Bool {
        unsafe access(path, X_OK) == 0 && FileSystem.kind(path) == .file
    }
}
