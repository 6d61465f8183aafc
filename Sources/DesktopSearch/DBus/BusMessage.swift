private import CSystemd

/// A reference to a message of sd-bus.
@safe final class BusMessage {
    /// The maximum number of elements in an array. The shells send fewer.
    static let maxElements = 1_000
    private let message: OpaquePointer

    /// Retains a message.
    init(_ message: OpaquePointer) { unsafe self.message = unsafe csd_bus_message_ref(message) }

    deinit { unsafe csd_bus_message_unref(message) }

    var interface: String { unsafe Self.text(csd_bus_message_get_interface(message)) }
    var method: String { unsafe Self.text(csd_bus_message_get_member(message)) }
    var sender: String { unsafe Self.text(csd_bus_message_get_sender(message)) }
    var signature: String { unsafe Self.text(csd_bus_message_get_signature(message, 1)) }

    var isCall: Bool {
        var type: UInt8 = 0
        unsafe csd_bus_message_get_type(message, &type)
        return type == UInt8(SD_BUS_MESSAGE_METHOD_CALL)
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String {
        unsafe text.map { unsafe String(cString: $0) } ?? ""
    }

    // MARK: - Arguments

    /// The arguments of the message. The supported types are `s`, `u`, `i` and `as`.
    ///
    /// - Returns: nil if the types differ from `types`, or if an array is too long.
    func arguments(_ types: [String]) -> [BusValue]? {
        guard types.joined() == signature else { return nil }
        var values: [BusValue] = []
        for type in types {
            guard let value = argument(type) else { return nil }
            values.append(value)
        }
        return values
    }

    private func argument(_ type: String) -> BusValue? {
        switch type {
        case "s": return string().map { .string($0) }
        case "u":
            var number: UInt32 = 0
            return unsafe csd_bus_message_read_basic(message, letter("u"), &number) > 0 ? .uint32(number) : nil
        case "i":
            var number: Int32 = 0
            return unsafe csd_bus_message_read_basic(message, letter("i"), &number) > 0 ? .int32(number) : nil
        case "as":
            guard unsafe csd_bus_message_enter_container(message, letter("a"), "s") >= 0 else { return nil }
            var texts: [String] = []
            while let text = string() {
                if texts.count == Self.maxElements { return nil }
                texts.append(text)
            }
            return unsafe csd_bus_message_exit_container(message) >= 0 ? .strings(texts) : nil
        default: return nil
        }
    }

    private func string() -> String? {
        var text: UnsafePointer<CChar>?
        guard unsafe csd_bus_message_read_basic(message, letter("s"), &text) > 0 else { return nil }
        return unsafe Self.text(text)
    }

    // MARK: - Reply

    /// Adds the reply to the connection's queue; does nothing if the caller expects none.
    func reply(_ reply: BusReply) {
        guard unsafe csd_bus_message_get_expect_reply(message) > 0 else { return }
        var answer: OpaquePointer?
        switch reply {
        case .values(let values):
            guard unsafe csd_bus_message_new_method_return(message, &answer) >= 0, let answer = unsafe answer else {
                return
            }
            defer { unsafe csd_bus_message_unref(answer) }
            if values.allSatisfy({ unsafe Self.append($0, to: answer) }) { unsafe csd_bus_message_send(answer) }
        case .failure(let name, let text):
            unsafe name.withCString { name in
                unsafe text.withCString { text in
                    var error = unsafe sd_bus_error(name: name, message: text, _need_free: 0)
                    guard unsafe csd_bus_message_new_method_error(message, &answer, &error) >= 0 else { return }
                    unsafe csd_bus_message_send(answer)
                    unsafe csd_bus_message_unref(answer)
                }
            }
        }
    }

    /// - Returns: false if sd-bus refuses the value, which would be a bug in this program.
    private static func append(_ value: BusValue, to message: OpaquePointer) -> Bool {
        switch value {
        case .string(let text):
            return unsafe text.withCString { unsafe csd_bus_message_append_basic(message, letter("s"), $0) } >= 0
        case .int32(var number): return unsafe csd_bus_message_append_basic(message, letter("i"), &number) >= 0
        case .uint32(var number): return unsafe csd_bus_message_append_basic(message, letter("u"), &number) >= 0
        case .double(var number): return unsafe csd_bus_message_append_basic(message, letter("d"), &number) >= 0
        case .array(let element, let values):
            return unsafe container("a", of: element, in: message) {
                values.allSatisfy { unsafe append($0, to: message) }
            }
        case .structure(let members):
            return unsafe container("r", of: members.map(\.signature).joined(), in: message) {
                members.allSatisfy { unsafe append($0, to: message) }
            }
        case .properties(let properties):
            return unsafe container("a", of: "{sv}", in: message) {
                properties.allSatisfy { unsafe append($0, to: message) }
            }
        }
    }

    private static func append(_ property: BusProperty, to message: OpaquePointer) -> Bool {
        unsafe container("e", of: "sv", in: message) {
            unsafe append(.string(property.name), to: message)
                && container("v", of: property.value.signature, in: message) {
                    unsafe append(property.value, to: message)
                }
        }
    }

    private static func container(
        _ type: Unicode.Scalar, of contents: String, in message: OpaquePointer, _ body: () -> Bool
    ) -> Bool {
        unsafe csd_bus_message_open_container(message, letter(type), contents) >= 0 && body()
            && csd_bus_message_close_container(message) >= 0
    }
}

private func letter(_ scalar: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: scalar.value) }
