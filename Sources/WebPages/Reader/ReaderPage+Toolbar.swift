internal import Articles
internal import FeedLibrary
internal import FeedWriting
internal import Formats
internal import Messages

extension ReaderPage {
    /// Adds the actions of the open article, in one row. The menus are at the end, so that they do not move when a
    /// button before them gets another label or is removed.
    func toolbar(_ article: Article, _ page: inout HTMLPage) {
        let back = content.view.address(content.listFields)
        page.element("div", [("class", "actions")]) { bar in
            bar.element("a", [("class", "back"), ("href", bar.root + back)]) { $0.labelled(.back, $0.say(.webBack)) }
            stateForm(article, "open", &bar)
            if let url = article.url.flatMap(WebLink.address) {
                bar.element(
                    "a", [("class", "source"), ("href", url), ("rel", "noopener noreferrer"), ("target", "_blank")]
                ) { $0.labelled(.source, $0.say(.webSource)) }
                if article.extra?.contains("\"feed_html\":") != true {
                    form("full-text", [("class", "full-text"), ("data-waits", bar.say(.fullTextFetching))], &bar) {
                        form in
                        hidden("article", String(article.id), &form)
                        form.element("button", [("type", "submit")]) { $0.labelled(.text, $0.say(.fullText)) }
                    }
                }
            }
            bar.element("span", [("class", "end")]) { end in
                end.element("span", [("class", "jump"), ("hidden", "")]) { jump in
                    jump.element(
                        "button", "‹",
                        [("type", "button"), ("data-do", "former"), ("aria-label", jump.say(.formerMark))])
                    jump.element("output", "")
                    jump.element(
                        "button", "›", [("type", "button"), ("data-do", "next"), ("aria-label", jump.say(.nextMark))])
                }
                end.element("span", [("class", "left"), ("hidden", "")]) { _ in }
                lookMenu(&end)
                moreMenu(article, &end)
            }
            bar.element("span", [("class", "progress"), ("aria-hidden", "true")]) { _ in }
        }
    }

    /// Adds the menu of actions that are used less often. Scripts show those actions that the browser supports.
    private func moreMenu(_ article: Article, _ page: inout HTMLPage) {
        page.element("details", [("class", "more"), ("name", "article-menu")]) { details in
            details.element("summary") { $0.labelled(.manage, $0.say(.moreActions)) }
            details.element("div", [("class", "menu-box")]) { box in
                let others: [(String, PageIcon, Message, Message?)] = [
                    ("share", .share, .share, nil), ("link", .copy, .copyLink, nil),
                    ("listen", .listen, .listen, .stop),
                    ("print", .print, .print, nil),
                ]
                for (name, icon, label, other) in others {
                    box.element(
                        "button",
                        [
                            ("type", "button"), ("data-do", name), ("hidden", ""),
                            ("data-other", other.map { box.say($0) }),
                        ]
                    ) { $0.labelled(icon, $0.say(label)) }
                }
                send(article, &box)
                cite(article, &box)
            }
        }
    }

    /// Adds a button for each service to which the article can be sent.
    private func send(_ article: Article, _ page: inout HTMLPage) {
        if content.destinations.isEmpty { return }
        form("send", [("class", "send"), ("data-sent", page.say(.sendSentTo, "{1}"))], &page) { form in
            hidden("article", String(article.id), &form)
            for name in content.destinations {
                form.element("button", [("type", "submit"), ("name", "to"), ("value", name)]) {
                    $0.labelled(.share, $0.say(.sendToNamed, name))
                }
            }
        }
    }

    private func cite(_ article: Article, _ page: inout HTMLPage) {
        page.element("details", [("class", "cite")]) { details in
            let citation = Citation(article)
            details.element("summary") { $0.labelled(.cite, $0.say(.cite)) }
            details.element("div") { box in
                for (label, text) in [(Message.citePlain, citation.text), (.citeEntry, citation.entry)] {
                    box.element("p", box.say(label))
                    box.element(
                        "pre", text,
                        [
                            ("tabindex", "0"), ("role", "group"), ("aria-label", box.say(label)), ("dir", "auto"),
                            ("data-copied", box.say(.copied)),
                        ])
                }
            }
        }
    }

    /// Adds the menu with theme, text size, font and width. A script applies each choice at once; without a script, the
    /// button applies them.
    private func lookMenu(_ page: inout HTMLPage) {
        page.element("details", [("class", "look"), ("name", "article-menu")]) { details in
            details.element("summary", [("aria-label", details.say(.textAppearance))]) {
                $0.element("span", "Aa", [("aria-hidden", "true"), ("class", "aa")])
            }
            // Users without write access can use this form as well, because the choices are stored in a cookie.
            details.element(
                "form", [("method", "post"), ("action", details.root + "actions/look"), ("class", "menu-box")]
            ) { form in
                hidden("csrf", csrf, &form)
                hidden("next", here, &form)
                hidden("rows", look.isCompact ? "compact" : nil, &form)
                hidden("scroll", look.readsOnScroll ? "1" : nil, &form)
                hidden("order", look.order.rawValue, &form)
                let themes: [(String, Message)] = [
                    ("", .themeAuto), ("light", .webThemeLight), ("dark", .webThemeDark),
                    ("sepia", .webThemeSepia),
                ]
                choice("theme", .webTheme, look.theme ?? "", themes, &form)
                form.element("label", [("class", "size")]) { label in
                    label.element("span", label.say(.webTextSize))
                    label.empty(
                        "input",
                        [
                            ("type", "range"), ("name", "size"), ("min", String(Look.sizes.lowerBound)),
                            ("max", String(Look.sizes.upperBound)), ("step", "2"), ("value", String(look.size ?? 18)),
                        ])
                }
                choice("font", .font, look.font ?? "serif", [("serif", .serif), ("sans", .sans)], &form)
                choice(
                    "width", .width, look.width ?? "", [("narrow", .narrow), ("", .medium), ("wide", .wide)], &form)
                form.element("button", form.say(.webApply), [("type", "submit"), ("class", "apply")])
            }
        }
    }

    private func choice(
        _ name: String, _ label: Message, _ value: String, _ options: [(value: String, label: Message)],
        _ page: inout HTMLPage
    ) {
        page.element("fieldset") { group in
            group.element("legend", group.say(label))
            group.element("div") { row in
                for option in options {
                    row.element("label") { label in
                        label.empty(
                            "input",
                            [
                                ("type", "radio"), ("name", name), ("value", option.value),
                                ("checked", option.value == value ? "" : nil),
                            ])
                        label.element("span", label.say(option.label))
                    }
                }
            }
        }
    }
}
