package import PostingIndex

/// A condition on articles that does not concern their text. It is checked window by window, and only for the windows
/// that a search reads.
package protocol WindowFilter: AnyObject {
    /// Announces the windows that may be checked, and their order, so that they can be read together.
    func expect(windows: [Int])
    /// Whether any article of a window may pass, as far as is known without reading the window.
    func mayPass(window number: Int) -> Bool
    /// The rows of a window that pass.
    func keep(_ rows: FrequencyWindow.Rows, ofWindow number: Int) throws -> FrequencyWindow.Rows
}
