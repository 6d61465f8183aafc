import Glibc

/// The bytes of a file, for the sample alone.
enum FileBytes {
    struct NotRead: Error { var path: String }

    static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw NotRead(path: path) }
        defer { fclose(file) }
        var out: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { out += buffer[..<count] }
        return out
    }
}
