public import FeedLibrary
public import System

/// The settings of the desktop's search.
public struct DesktopSettings: Sendable {
    public var databasePath: String
    public var library: LibrarySettings
    public var clock: SystemClock
    /// The folder for icons of feeds and the page of a search.
    public var cacheFolder: String
    /// The address of the service whose web reader opens articles; if nil, their own pages are opened.
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
