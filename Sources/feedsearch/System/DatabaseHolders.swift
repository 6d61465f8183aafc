import Glibc

/// Who has a file open: found in /proc, as far as this user may look.
enum DatabaseHolders {
    /// `PID 12 (feedsearch)` of the other processes that have the file open, or that none could be seen.
    static func describe(_ path: String, _ language: Language) -> String {
        var file = stat()
        guard unsafe stat(path, &file) == 0 else { return Message.holderUnknown.text(language) }
        let holders = processes().filter { $0 != getpid() && holds($0, file) }.prefix(3)
        if holders.isEmpty { return Message.holderUnknown.text(language) }
        let names = holders.map { "PID \($0) (\(name(of: $0)))" }
        return Message.holderKnown.text(language, [names.joined(separator: ", ")])
    }

    private static func processes() -> [pid_t] { entries("/proc").compactMap { pid_t($0) } }

    private static func holds(_ process: pid_t, _ file: stat) -> Bool {
        entries("/proc/\(process)/fd").contains { entry in
            var other = stat()
            return unsafe stat("/proc/\(process)/fd/\(entry)", &other) == 0 && other.st_ino == file.st_ino
                && other.st_dev == file.st_dev
        }
    }

    private static func name(of process: pid_t) -> String {
        let bytes = (try? FileSystem.read("/proc/\(process)/comm", limit: 4096)) ?? []
        return TerminalSafe.line(String(decoding: bytes.filter { $0 != 0x0A }, as: UTF8.self))
    }

    private static func entries(_ folder: String) -> [String] {
        guard let handle = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(handle) }
        var names: [String] = []
        while let entry = unsafe readdir(handle) {
            names.append(
                unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                })
        }
        return names
    }
}
