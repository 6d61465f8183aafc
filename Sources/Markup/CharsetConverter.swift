private import CICU

/// Converts whole documents to UTF-8 with ICU.
enum CharsetConverter {
    /// Converts a document to UTF-8 and counts its invalid sequences; nil if ICU does not support the charset.
    static func utf8(from bytes: [UInt8], label: String) -> (utf8: [UInt8], replaced: Int)? {
        guard let charset = unsafe cicu_charset_open(label) else { return nil }
        defer { unsafe cicu_charset_close(charset) }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 4 + 16)
        let whole = unsafe bytes.withUnsafeBufferPointer { source -> Bool in
            var next = source.baseAddress
            guard let start = unsafe next else { return true }
            let end = unsafe start + source.count
            var isDone: Int32 = 0
            while isDone == 0 {
                let chunk = 1 << 16
                var failed = false
                let piece = unsafe [UInt8](unsafeUninitializedCapacity: chunk) { target, count in
                    let written = unsafe cicu_charset_convert(
                        charset, &next, end, target.baseAddress, Int64(chunk), &isDone)
                    failed = written < 0
                    count = max(Int(written), 0)
                }
                if failed { return false }
                output.append(contentsOf: piece)
            }
            return true
        }
        guard whole else { return nil }
        if output.starts(with: [0xEF, 0xBB, 0xBF]) { output.removeFirst(3) }
        return (output, unsafe Int(cicu_charset_replaced(charset)))
    }

    /// The charsets that ICU detects in the bytes, best first, each with a confidence from 0 to 100.
    static func detect(_ bytes: ArraySlice<UInt8>) -> [(label: String, confidence: Int)] {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            var names = unsafe [UnsafePointer<CChar>?](repeating: nil, count: 16)
            var confidences = [Int32](repeating: 0, count: 16)
            let count = unsafe cicu_charset_detect(
                buffer.baseAddress, Int32(clamping: buffer.count), &names, &confidences, 16)
            var result: [(label: String, confidence: Int)] = []
            for index in 0..<Int(count) {
                guard let name = unsafe names[index] else { continue }
                result.append((unsafe String(cString: name).lowercased(), Int(confidences[index])))
            }
            return result
        }
    }

    /// Whether ICU has a converter with this name.
    static func knows(_ label: String) -> Bool {
        guard let charset = unsafe cicu_charset_open(label) else { return false }
        unsafe cicu_charset_close(charset)
        return true
    }
}
