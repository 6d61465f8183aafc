/// The style of the pages. Contrasts are those of WCAG AA in light and dark.
enum PageStyle {
    static let css = """
        :root { color-scheme: light dark; --text: #1c2127; --dim: #5b6470; --accent: #0a5fc4; --mark: #ffe48a; --line: #d9dce1; }
        @media (prefers-color-scheme: dark) {
            :root { --text: #e6e9ed; --dim: #a2acb8; --accent: #74b4ff; --mark: #6a5300; --line: #343a42; }
            body { background: #15181c; }
        }
        body { margin: 0; color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
            "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; overflow-wrap: anywhere; }
        main { max-width: 44rem; margin-inline: auto; padding: 1rem; }
        form { display: flex; flex-wrap: wrap; gap: .5rem; margin-block-end: 1rem; }
        form.sign-in { flex-direction: column; max-width: 20rem; }
        label { display: flex; flex-direction: column; gap: .25rem; }
        input, select, button { font: inherit; min-height: 2.75rem; padding: .25rem .75rem; box-sizing: border-box; }
        input[type=search] { flex: 1 1 16rem; }
        a { color: var(--accent); }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        ol { list-style: none; margin: 0; padding: 0; }
        li { border-block-start: 1px solid var(--line); padding-block: .75rem; }
        h1 { font-size: 1.375rem; }
        h2 { font-size: 1.0625rem; line-height: 1.35; margin: 0; }
        .read { font-weight: 400; }
        p { margin-block: .25rem; }
        .dim { color: var(--dim); font-size: .8125rem; }
        mark { background: var(--mark); color: inherit; border-radius: 2px; }
        [role=alert] { border-inline-start: 3px solid currentColor; padding-inline-start: .75rem; }
        """
}
