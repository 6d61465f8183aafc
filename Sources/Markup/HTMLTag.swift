/// The elements that the text extractor, the sanitiser or the page reader treat specially. All other elements are
/// `unknown`.
enum HTMLTag: UInt8, CaseIterable, Sendable {
    case unknown, a, abbr, acronym, address, area, article, aside, audio, b, base, big, blockquote, body, br, canvas
    case caption, center, cite, code, col, colgroup, command, data, datagrid, datalist, dd, del, details, dfn, dir
    case div, dl, dt, em, embed, eventSource, fieldset, figcaption, figure, font, footer, form, frame, h1, h2, h3, h4
    case h5, h6, head, header, hgroup, hr, html, i, iframe, image, img, input, ins, kbd, keygen, label, legend, li
    case link, listing, m, main, map, mark, math, menu, meta, meter, multicol, nav, nextid, noembed, noframes
    case noscript, ol, optgroup, option, output, p, param, picture, plaintext, pre, progress, q, rb, rp, rt, rtc, ruby
    case s, samp, script, search, section, select, small, sound, source, spacer, span, strike, strong, style, sub
    case summary, sup, svg, table, tbody, td, template, textarea, tfoot, th, thead, time, title, tr, track, tt, u, ul
    case `var`, video, wbr, xmp, bdi, bdo, button, dialog

    /// The names of the elements. The index of a name is the raw value of its case.
    static let known = HTMLNameTable(
        words: """
            ?unknown a abbr acronym address area article aside audio b base big blockquote body br canvas caption
            center cite code col colgroup command data datagrid datalist dd del details dfn dir div dl dt em embed
            event-source fieldset figcaption figure font footer form frame h1 h2 h3 h4 h5 h6 head header hgroup hr
            html i iframe image img input ins kbd keygen label legend li link listing m main map mark math menu meta
            meter multicol nav nextid noembed noframes noscript ol optgroup option output p param picture plaintext
            pre progress q rb rp rt rtc ruby s samp script search section select small sound source spacer span strike
            strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u
            ul var video wbr xmp bdi bdo button dialog
            """)

    /// The name of the element in markup, in lower case.
    var name: [UInt8] { Self.known.names[Int(rawValue)] }

    /// The element that the sanitiser writes instead of this one. For example, a form control becomes an element that
    /// contains only its text.
    var standIn: HTMLTag {
        switch self {
        case .image: .img
        case .button, .input, .keygen, .noscript, .optgroup, .option, .select, .textarea: .span
        case .dialog, .form: .div
        default: self
        }
    }

    var traits: HTMLTagTraits { HTMLTagTraits.table[Int(rawValue)] }
}

/// The behaviour of an element according to the HTML standard's tree construction and suggested rendering.
struct HTMLTagTraits: OptionSet, Sendable {
    let rawValue: UInt16
    /// The element has no content and no end tag.
    static let void = Self(rawValue: 1)
    /// The element starts and ends a line.
    static let block = Self(rawValue: 2)
    /// The start tag closes an open `p`.
    static let closesParagraph = Self(rawValue: 4)
    /// The content consists of characters up to the end tag of the element.
    static let rawText = Self(rawValue: 8)
    /// Neither the element nor its content is ever shown.
    static let dropped = Self(rawValue: 16)
    /// The sanitiser writes the element.
    static let allowed = Self(rawValue: 32)
    /// An end tag inside the element does not close elements around it.
    static let scope = Self(rawValue: 64)
    static let cell = Self(rawValue: 128)
    /// White space inside the element is kept.
    static let preformatted = Self(rawValue: 256)
    static let heading = Self(rawValue: 512)
    /// The element is a part of a table, whose end tag closes the elements inside it.
    static let tablePart = Self(rawValue: 1024)

    static let table: [HTMLTagTraits] = {
        var traits = [HTMLTagTraits](repeating: [], count: HTMLTag.allCases.count)
        func mark(_ trait: HTMLTagTraits, _ tags: HTMLTag...) {
            for tag in tags { traits[Int(tag.rawValue)].insert(trait) }
        }
        mark(
            .void, .area, .base, .br, .col, .embed, .frame, .hr, .image, .img, .input, .keygen, .link, .meta, .param,
            .source, .track, .wbr)
        mark(
            [.block, .closesParagraph], .address, .article, .aside, .blockquote, .center, .details, .dir, .div, .dl,
            .fieldset, .figcaption, .figure, .footer, .form, .h1, .h2, .h3, .h4, .h5, .h6, .header, .hgroup, .hr,
            .listing, .main, .menu, .nav, .ol, .p, .plaintext, .pre, .search, .section, .summary, .table, .ul, .xmp,
            .dd, .dt, .li, .dialog)
        mark(
            .block, .body, .br, .caption, .head, .html, .legend, .multicol, .optgroup, .option, .tbody, .textarea,
            .tfoot, .thead, .tr, .select, .title)
        mark(.rawText, .script, .style, .textarea, .title, .xmp)
        mark([.dropped, .rawText], .script, .style, .title)
        mark(.dropped, .svg, .template)
        mark(.scope, .table, .td, .th, .caption)
        mark(.cell, .td, .th)
        mark(.preformatted, .pre, .listing, .xmp, .textarea)
        mark(.heading, .h1, .h2, .h3, .h4, .h5, .h6)
        mark(.tablePart, .table, .tbody, .thead, .tfoot, .tr, .td, .th, .caption, .colgroup)
        mark(
            .allowed, .a, .abbr, .acronym, .address, .area, .article, .aside, .audio, .b, .bdi, .bdo, .big,
            .blockquote, .br, .canvas, .caption, .center, .cite, .code, .col, .colgroup, .command, .data, .datagrid,
            .datalist, .dd, .del, .details, .dfn, .dir, .div, .dl, .dt, .em, .eventSource, .fieldset, .figcaption,
            .figure, .font, .footer, .h1, .h2, .h3, .h4, .h5, .h6, .header, .hgroup, .hr, .i, .img, .ins, .kbd,
            .label, .legend, .li, .m, .main, .map, .mark, .menu, .meter, .multicol, .nav, .nextid, .ol, .output, .p,
            .picture, .pre, .progress, .q, .rb, .rp, .rt, .rtc, .ruby, .s, .samp, .search, .section, .small, .sound,
            .source, .spacer, .span, .strike, .strong, .sub, .summary, .sup, .table, .tbody, .td, .tfoot, .th,
            .thead, .time, .tr, .tt, .u, .ul, .var, .video, .wbr)
        return traits
    }()
}
