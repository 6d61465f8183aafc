/// Converts UTF-8 mixed with Windows-1252, as in documents assembled from several sources.
enum MixedUTF8 {
    /// Returns valid UTF-8. Valid sequences are unchanged, and every other byte becomes the character that it encodes
    /// in Windows-1252.
    ///
    /// - Complexity: linear.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 16)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let byte = unsafe bytes[index]
                let length = byte < 0x80 ? 1 : unsafe UTF8Survey.sequenceLength(bytes, index)
                if length > 0 {
                    for offset in 0..<length { output.append(unsafe bytes[index &+ offset]) }
                    index &+= length
                } else {
                    XMLReferences.appendScalar(UInt32(byte), to: &output)
                    index &+= 1
                }
            }
        }
        return output
    }
}
