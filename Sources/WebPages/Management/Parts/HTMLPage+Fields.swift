internal import Accounts
internal import HTTPService
internal import Messages

/// Fields of forms. After a refusal they contain the values that the user entered, except passwords, and the message is
/// shown below the field with the mistake.
extension HTMLPage {
    /// Adds the name and the password of a new account, and the button that creates it.
    ///
    /// - Parameter name: the name that was entered before a refusal.
    mutating func newAccountFields(name: String?) {
        field(say(.name), "name", name, isRequired: true, [("autocomplete", "username")])
        field(
            say(.password), "new", type: "password", help: say(.passwordAdvice, String(PasswordRules.minCharacters)),
            isRequired: true, [("autocomplete", "new-password")])
        field(say(.passwordAgain), "again", type: "password", isRequired: true, [("autocomplete", "new-password")])
        submit(say(.makeAccount))
    }

    /// Adds an input field with its label.
    ///
    /// - Parameter help: a line of text below the field.
    mutating func field(
        _ label: String, _ name: String, _ value: String? = nil, type: String = "text", help: String? = nil,
        isRequired: Bool = false, class group: String? = nil, _ more: [(String, String?)] = []
    ) {
        let isSecret = type == "password"
        let value = isSecret || type == "file" ? value : entered(name, value)
        var attributes: [(String, String?)] = [
            ("name", name), ("type", type), ("value", value.flatMap { $0.isEmpty ? nil : $0 }),
            ("required", isRequired ? "" : nil), ("autocapitalize", "none"),
        ]
        // The labels of the button that a script adds to show the password.
        if isSecret { attributes += [("data-show", say(.showPassword)), ("data-hide", say(.hidePassword))] }
        attributes += more + mistakeAttributes(name)
        element("div", [("class", ["entry", group].compactMap(\.self).joined(separator: " "))]) { box in
            box.element("div", [("class", isSecret ? "secret-field" : nil)]) { line in
                line.labelled(label, help: help) { $0.empty("input", attributes) }
            }
            box.mistake(of: name)
        }
    }

    mutating func area(
        _ label: String, _ name: String, _ value: String, rows: Int, help: String? = nil, class group: String? = nil
    ) {
        let value = entered(name, value) ?? ""
        let attributes: [(String, String?)] =
            [("name", name), ("rows", String(rows)), ("spellcheck", "false"), ("autocapitalize", "none")]
            + mistakeAttributes(name)
        element("div", [("class", ["entry", group].compactMap(\.self).joined(separator: " "))]) { box in
            // Browsers ignore a line break directly after the start tag, so add one.
            box.labelled(label, help: help) { $0.element("textarea", "\n" + value, attributes) }
            box.mistake(of: name)
        }
    }

    mutating func choice(
        _ label: String, _ name: String, _ value: String, _ options: [(value: String, text: String)],
        class group: String? = nil
    ) {
        let value = entered(name, value)
        let attributes: [(String, String?)] = [("name", name)] + mistakeAttributes(name)
        element("div", [("class", ["entry", group].compactMap(\.self).joined(separator: " "))]) { box in
            box.labelled(label) { page in
                page.element("select", attributes) { select in
                    for option in options {
                        select.element(
                            "option", option.text,
                            [("value", option.value), ("selected", option.value == value ? "" : nil)])
                    }
                }
            }
            box.mistake(of: name)
        }
    }

    /// Adds radio buttons in one line, with a legend.
    mutating func radios(
        _ legend: String, _ name: String, _ value: String, _ options: [(value: String, text: String)]
    ) {
        let value = entered(name, value)
        element("fieldset", [("class", "radios")]) { set in
            set.element("legend", legend)
            for option in options {
                set.element("label", [("class", "check")]) { label in
                    label.empty(
                        "input",
                        [
                            ("type", "radio"), ("name", name), ("value", option.value),
                            ("checked", option.value == value ? "" : nil),
                        ])
                    label.element("span", option.text)
                }
            }
        }
    }

    mutating func check(_ label: String, _ name: String, _ isOn: Bool) {
        let isOn = entry.map { $0.text(name) != nil } ?? isOn
        element("label", [("class", "check")]) { page in
            page.empty(
                "input", [("type", "checkbox"), ("name", name), ("value", "1"), ("checked", isOn ? "" : nil)])
            page.element("span", label)
        }
    }

    mutating func submit(_ text: String, isPrimary: Bool = true) {
        element("button", text, [("type", "submit"), ("class", isPrimary ? "primary" : nil)])
    }

    private mutating func labelled(_ label: String, help: String? = nil, _ control: (inout HTMLPage) -> Void) {
        element("label", [("class", "field")]) { page in
            page.element("span", label)
            control(&page)
            if let help { page.element("small", help) }
        }
    }

    // MARK: - Mistakes

    /// The value to show in a field: the value that the user entered if the form was refused.
    func entered(_ name: String, _ value: String?) -> String? { entry.map { $0.text(name) ?? "" } ?? value }

    /// The attributes of the field with the mistake. The browser sets the focus to the field and thus scrolls to it.
    func mistakeAttributes(_ name: String) -> [(String, String?)] {
        entry?.field == name && !hasShownMistake
            ? [("aria-invalid", "true"), ("aria-describedby", "mistake"), ("autofocus", "")] : []
    }

    /// Adds the message below the field with the mistake.
    mutating func mistake(of name: String) {
        if let entry, entry.field == name, !hasShownMistake { mistake(entry) }
    }

    /// Adds the message about a refused form.
    mutating func mistake(_ refused: RefusedForm) {
        element("p", [("id", "mistake"), ("class", "form-mistake"), ("role", "alert")]) { line in
            line.text("! " + refused.text)
            if let hint = refused.hint { line.element("small", " " + hint) }
        }
        hasShownMistake = true
    }
}
