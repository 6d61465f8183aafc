private import Glibc

/// Properties of the terminal behind a descriptor.
public enum Terminal {
    /// The number of rows of the terminal. If the terminal reports no size, the value of LINES, or 24.
    public static func rows(_ descriptor: FileDescriptor) -> Int {
        var size = winsize()
        if unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 { return Int(size.ws_row) }
        if let text = Environment.value("LINES"), let rows = Int(text), rows > 0 { return rows }
        return 24
    }

    /// The number of columns of the terminal. If the terminal reports no size, the value of COLUMNS, or 80.
    public static func columns(_ descriptor: FileDescriptor) -> Int {
        var size = winsize()
        if unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        if let text = Environment.value("COLUMNS"), let columns = Int(text), columns > 0 { return columns }
        return 80
    }
}
