private import Glibc

/// Lists the content of a folder.
public enum FolderListing {
    /// The names of a folder's entries, without `.` and `..`, in no particular order.
    public static func names(in path: String) throws(SystemError) -> [String] {
        guard let folder = unsafe opendir(path) else { throw SystemError(number: errno, path: path) }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
