public import FeedLibrary
public import System

/// The settings of the desktop's search.
public struct DesktopSettings: Sendable {
    public var databasePath: String
    public var library: LibrarySettings
    public var clock: SystemClock
    /// The folder for feed icons and for generated pages of search results.
    public var cacheFolder: String
    /// The address of the service whose web reader opens articles; if nil, the original pages are opened.
    public var reader: String?

    public init(
        databasePath: String, library: LibrarySettings, clock: SystemClock, cacheFolder: String, reader: String? = nil
    ) {
        self.databasePath = databasePath
        self.library = library
        self.clock = clock
        self.cacheFolder = cacheFolder
        self.reader = reader
    }
}
