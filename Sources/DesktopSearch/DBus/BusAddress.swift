internal import System

/// The address of the session bus.
enum BusAddress {
    /// The local sockets in `DBUS_SESSION_BUS_ADDRESS`, otherwise `$XDG_RUNTIME_DIR/bus`; nil if neither exists.
    ///
    /// Buses over TCP or through a program are ignored, since articles are private.
    static func ofSession(_ environment: (String) -> String?) -> String? {
        if let named = environment("DBUS_SESSION_BUS_ADDRESS"), !named.isEmpty {
            let sockets = named.split(separator: ";").filter { $0.hasPrefix("unix:") }
            return sockets.isEmpty ? nil : sockets.joined(separator: ";")
        }
        guard let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return nil }
        return "unix:path=" + escaped(folder + "/bus")
    }

    /// Escapes a path for a server address (<https://dbus.freedesktop.org/doc/dbus-specification.html#addresses>).
    private static func escaped(_ path: String) -> String {
        var out = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "."):
                out.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                out += "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            }
        }
        return out
    }
}
