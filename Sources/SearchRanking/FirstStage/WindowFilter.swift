package import PostingIndex

/// A condition on articles beside the text, checked window by window and only as far as a search goes.
package protocol WindowFilter: AnyObject {
    /// Tells which windows may be asked for, the first ones first: they may be read together.
    func expect(windows: [Int])
    /// Whether an article of a window may pass, as far as that is known without reading the window.
    func mayPass(window number: Int) -> Bool
    /// Those of some rows of a window that pass.
    func keep(_ rows: FrequencyWindow.Rows, ofWindow number: Int) throws -> FrequencyWindow.Rows
}
