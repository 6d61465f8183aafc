/// The texts of messages in the mark-ups of services: for each article its title as a link, its feed with a link into
/// the web reader, and the snippet with its marks.
enum ServiceText {
    /// HTML as in Telegram and Pushover, where line breaks count.
    static let html =
        "<b>{{search.name}}</b>{{#test}}: {{heading}}{{/test}}{{#trend}}: {{text}}{{/trend}}\n{{#articles}}\n"
        + "{{#link}}<a href=\"{{link}}\">{{title}}</a>{{/link}}{{^link}}<b>{{title}}</b>{{/link}}\n"
        + "{{feed_title}}{{#reader}} · <a href=\"{{reader}}\">feedsearch</a>{{/reader}}\n"
        + "{{#parts}}{{#mark}}<b>{{text}}</b>{{/mark}}{{^mark}}{{text}}{{/mark}}{{/parts}}\n"
        + "{{/articles}}{{#more}}\n+{{more}}{{/more}}"

    /// HTML in which line breaks do not count.
    static let paragraphs =
        "<p><b>{{search.name}}</b>{{#test}}: {{heading}}{{/test}}{{#trend}}: {{text}}{{/trend}}</p>{{#articles}}"
        + "<p>{{#link}}<a href=\"{{link}}\">{{title}}</a>{{/link}}{{^link}}<b>{{title}}</b>{{/link}}<br>"
        + "{{feed_title}}{{#reader}} · <a href=\"{{reader}}\">feedsearch</a>{{/reader}}<br>"
        + "{{#parts}}{{#mark}}<b>{{text}}</b>{{/mark}}{{^mark}}{{text}}{{/mark}}{{/parts}}</p>"
        + "{{/articles}}{{#more}}<p>+{{more}}</p>{{/more}}"

    /// Slack's mrkdwn: <https://docs.slack.dev/messaging/formatting-message-text>.
    static let slack =
        "*{{search.name}}*{{#test}}: {{heading}}{{/test}}{{#trend}}: {{text}}{{/trend}}\n{{#articles}}\n"
        + "{{#link}}<{{link}}|{{title}}>{{/link}}{{^link}}{{title}}{{/link}}\n"
        + "{{feed_title}}{{#reader}} · <{{reader}}|feedsearch>{{/reader}}\n"
        + "{{#parts}}{{#mark}}*{{text}}*{{/mark}}{{^mark}}{{text}}{{/mark}}{{/parts}}\n"
        + "{{/articles}}{{#more}}\n+{{more}}{{/more}}"

    static let markdown =
        "**{{search.name}}**{{#test}}: {{heading}}{{/test}}{{#trend}}: {{text}}{{/trend}}\n{{#articles}}\n"
        + "{{#link}}[{{title}}]({{link}}){{/link}}{{^link}}**{{title}}**{{/link}}  \n"
        + "{{feed_title}}{{#reader}} · [feedsearch]({{reader}}){{/reader}}  \n"
        + "{{#parts}}{{#mark}}**{{text}}**{{/mark}}{{^mark}}{{text}}{{/mark}}{{/parts}}\n"
        + "{{/articles}}{{#more}}\n+{{more}}{{/more}}"

    static let plain =
        "{{search.name}}{{#test}}: {{heading}}{{/test}}{{#trend}}: {{text}}{{/trend}}\n{{#articles}}\n"
        + "{{title}}\n{{feed_title}}\n{{snippet}}\n{{link}}\n{{/articles}}{{#more}}\n+{{more}}{{/more}}"

    /// Titles only, for small notifications.
    static let titles =
        "{{#test}}{{heading}}{{/test}}{{#trend}}{{text}}\n{{/trend}}{{#articles}}• {{title}}{{#single}}{{#snippet}}\n{{snippet}}{{/snippet}}{{/single}}"
        + "{{^last}}\n{{/last}}{{/articles}}{{#more}}\n+{{more}}{{/more}}"
}
