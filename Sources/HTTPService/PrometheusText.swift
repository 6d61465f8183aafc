/// Writes metrics in the text format 0.0.4: <https://prometheus.io/docs/instrumenting/exposition_formats/>.
struct PrometheusText {
    enum Kind: String { case counter, gauge, histogram }

    private(set) var text = ""

    mutating func metric(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ name: String, _ value: some Numeric, _ labels: [(name: String, value: String)] = []) {
        text += name
        if !labels.isEmpty {
            text += "{" + labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",") + "}"
        }
        text += " \(value)\n"
    }

    /// Adds a metric with one sample; adds nothing if the value is nil.
    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Int?) {
        guard let value else { return }
        metric(name, kind, help)
        sample(name, value)
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
