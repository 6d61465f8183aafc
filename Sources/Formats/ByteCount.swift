/// Formats sizes for display.
public enum ByteCount {
    /// A size such as `12 B`, `3.4 KB` or `56.7 MB`, with units in steps of 1,000.
    public static func text(_ bytes: Int) -> String {
        var value = Double(bytes)
        var unit = "B"
        for next in ["KB", "MB", "GB", "TB"] where value >= 1000 {
            value /= 1000
            unit = next
        }
        return unit == "B" ? "\(bytes) B" : "\((value * 10).rounded() / 10) \(unit)"
    }
}
