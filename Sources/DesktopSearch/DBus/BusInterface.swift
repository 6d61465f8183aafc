internal import Formats

/// An interface and its methods.
public struct BusInterface: Sendable {
    public struct Method: Sendable {
        public let name: String
        /// The types of the arguments, each a complete type, for example `["as", "u"]`.
        public let arguments: [String]
        public let results: [String]

        public init(_ name: String, _ arguments: [String] = [], _ results: [String] = []) {
            self.name = name
            self.arguments = arguments
            self.results = results
        }
    }

    public let name: String
    public let methods: [Method]

    public init(_ name: String, _ methods: [Method]) {
        self.name = name
        self.methods = methods
    }

    /// The document for `org.freedesktop.DBus.Introspectable`.
    public var introspection: String {
        var text = """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>
              <interface name="\(XMLText.escape(name))">

            """
        for method in methods {
            text += "    <method name=\"\(XMLText.escape(method.name))\">\n"
            for (types, direction) in [(method.arguments, "in"), (method.results, "out")] {
                for type in types {
                    text += "      <arg type=\"\(XMLText.escape(type))\" direction=\"\(direction)\"/>\n"
                }
            }
            text += "    </method>\n"
        }
        return text + "  </interface>\n</node>\n"
    }
}
