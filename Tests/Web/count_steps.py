#!/usr/bin/env python3
"""count_steps.py: the tasks of a day in the web reader, done by pointer and by keys; prints how many clicks and keys each takes.

Each task begins at the page that it names, in a window of 1440 by 900. Letters that are typed (an address, a query, a name) are
counted apart, as no page can save them. The choice of an option in a list is two clicks. FEEDSEARCH_PROGRAM is the program; run it
in the environment of scripts/test-web.sh: .build/test-web/bin/python Tests/Web/count_steps.py
"""
import sys
import base, views
from base import expect

SITE = base.site


class Hand:
    """Does what a person does, and counts it."""

    def __init__(self, page):
        self.page, self.clicks, self.keys, self.letters = page, 0, 0, 0

    def click(self, selector):
        self.page.locator(selector).first.click()
        self.clicks += 1

    def choose(self, selector, value):
        """An option of a list: one click opens the list, one chooses."""
        self.page.locator(selector).first.select_option(value)
        self.clicks += 2

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def type(self, text):
        self.page.keyboard.type(text)
        self.letters += len(text)

    def tab_to(self, selector):
        """Presses Tab until the element has the focus."""
        for _ in range(300):
            if self.page.evaluate('selector => document.activeElement?.matches(selector) ?? false', selector):
                return
            self.press('Tab')
        raise AssertionError('Tab does not reach ' + selector)

    def command(self, words):
        """Calls an action by its name."""
        self.press('Control+k')
        self.page.locator('#palette').wait_for()
        self.type(words)
        self.press('Enter')

    def see(self, selector):
        self.page.locator(selector).first.wait_for()


# MARK: - Tasks: name, first page, ways by pointer, ways by keys

def add_by_pointer(hand):
    # The field is ready for typing.
    hand.click('.adding summary')
    hand.type(SITE()[1] + '/home.html')
    hand.click('#feeds .add button')
    hand.click('section.card form button')
    hand.see('.rows > li')


def add_by_keys(hand):
    hand.command('add a feed')
    hand.type(SITE()[1] + '/home.html')
    hand.press('Enter')
    hand.see('section.card form button')
    hand.tab_to('section.card form button')
    hand.press('Enter')
    hand.see('.rows > li')


OPML = {'name': 'list.opml', 'mimeType': 'text/xml', 'buffer':
        b'<opml version="2.0"><body><outline text="New" xmlUrl="http://new.example/feed"/></body></opml>'}


def give_file(hand, act):
    """The file itself is chosen in a window of the system, which is not counted."""
    with hand.page.expect_file_chooser() as chooser:
        act()
    chooser.value.set_files(OPML)
    hand.page.wait_for_url('**/jobs/*')
    hand.see('tbody tr')


def import_by_pointer(hand):
    hand.click('.adding summary')
    hand.click('.adding a[href$=import]')
    hand.see('input[type=file]')
    give_file(hand, lambda: hand.click('input[type=file]'))


def import_by_keys(hand):
    hand.command('import')
    hand.see('input[type=file]')
    hand.tab_to('input[type=file]')
    give_file(hand, lambda: hand.press('Space'))


def article_of(page):
    return page.locator('#article article').first.get_attribute('data-article') if page.locator('#article article').count() else None


def read_by_pointer(hand):
    for n in range(20):
        before = article_of(hand.page)
        hand.click('.rows > li:nth-child(%d) h2 a' % (n + 1))
        wait_for_other(hand, before)


def wait_for_other(hand, before):
    for _ in range(200):
        if article_of(hand.page) not in (None, before):
            return
        hand.page.wait_for_timeout(25)
    raise AssertionError('no other article was opened')


def read_by_keys(hand):
    for _ in range(20):
        before = article_of(hand.page)
        hand.press('J')
        wait_for_other(hand, before)


def search_by_pointer(hand):
    hand.click('#search input[type=search]')
    hand.type('heron')
    hand.see('.rows mark')


def search_by_keys(hand):
    hand.press('/')
    hand.type('heron')
    hand.see('.rows mark')


def narrow_by_pointer(hand):
    hand.click('.facets a:has-text("River notes")')
    hand.page.wait_for_url('**feed*')
    hand.click('.facets a:has-text("Unread")')
    hand.page.wait_for_url('**is%3Aunread*')


def narrow_by_keys(hand):
    hand.see('.facets')
    hand.tab_to('.facets a[href*="feed%3A"]')
    hand.press('Enter')
    hand.page.wait_for_url('**feed*')
    hand.see('.facets')
    hand.tab_to('.facets a[href*="is%3Aunread"]')
    hand.press('Enter')
    hand.page.wait_for_url('**is%3Aunread*')


def save_by_pointer(hand):
    hand.click('.save summary')
    hand.click('.save input[name=name]')
    hand.type('Birds')
    hand.choose('.save select[name=channel]', 'ntfy')
    hand.click('.save input[name=webhook]')
    hand.type('https://ntfy.example/birds')
    hand.click('.save button')
    hand.see('#list > .done')


def save_by_keys(hand):
    hand.tab_to('.save summary')
    hand.press('Enter')
    hand.tab_to('.save input[name=name]')
    hand.type('Birds')
    hand.tab_to('.save select[name=channel]')
    choose_by_letter(hand, 'ntfy')
    hand.tab_to('.save input[name=webhook]')
    hand.type('https://ntfy.example/birds')
    hand.press('Enter')
    hand.see('#list > .done')


def star_by_pointer(hand):
    hand.click('#article .actions button[value=starred]')
    hand.see('#article article[data-starred]')


def star_by_keys(hand):
    hand.press('s')
    hand.see('#article article[data-starred]')


def mark_all(page):
    page.keyboard.press('A')
    page.locator('#toast button').wait_for()


def undo_by_pointer(hand):
    hand.click('#toast button')
    hand.see('.rows > li.unread')


def undo_by_keys(hand):
    hand.press('z')
    hand.see('.rows > li.unread')


def setting_by_pointer(hand):
    hand.click('.settings summary')
    hand.choose('select[name=theme]', 'dark')
    hand.click('.settings form button')
    hand.see('html[data-theme=dark]')


def setting_by_keys(hand):
    hand.tab_to('.settings summary')
    hand.press('Enter')
    hand.tab_to('select[name=theme]')
    hand.press('d')
    hand.tab_to('.settings form button')
    hand.press('Enter')
    hand.see('html[data-theme=dark]')


def narrow_in_column(hand):
    if not hand.page.locator('.facets a').count():
        hand.click('.search-head .filter')
    hand.click('.facets a:has-text("River notes")')
    hand.page.wait_for_url('**feed*')
    hand.click('.facets a:has-text("Unread")')
    hand.page.wait_for_url('**is%3Aunread*')


def narrow_by_key(hand):
    """`f` leads to the filters."""
    hand.see('.facets ul a')
    for filter in ('[href*=feed]', '[href*="is%3Aunread"]'):
        hand.press('f')
        assert hand.page.evaluate("document.activeElement.matches('.facets a')")
        hand.tab_to('.facets ul a' + filter)
        hand.press('Enter')
        hand.page.wait_for_url('**' + ('is%3Aunread*' if 'unread' in filter else 'feed*'))
        hand.page.wait_for_load_state()
        hand.see('.facets ul a')


def save_in_form(hand):
    hand.click('.save summary')
    hand.click('.save input[name=name]')
    hand.type('Birds')
    hand.choose('.save select[name=channel]', 'ntfy')
    hand.click('.save input[name=ntfy]')
    hand.type('https://ntfy.example/birds')
    hand.click('.save button')
    hand.see('#list > .done')


def save_by_palette(hand):
    hand.command('save')
    # The field of the name has the focus.
    hand.type('Birds')
    hand.press('Tab')
    choose_by_letter(hand, 'ntfy')
    hand.press('Tab')
    hand.type('https://ntfy.example/birds')
    hand.press('Enter')
    hand.see('#list > .done')


def choose_by_letter(hand, value):
    """The first letters of its name choose an option of the list that has the focus."""
    for letter in value:
        if hand.page.evaluate('document.activeElement.value') != value:
            hand.press(letter)
    assert hand.page.evaluate('document.activeElement.value') == value


def add_by_menu(hand):
    hand.click('.adding summary')
    if not hand.page.evaluate("document.activeElement.matches('.adding input')"):
        hand.click('.adding input[name=url]')
    hand.type(SITE()[1] + '/home.html')
    hand.click('.adding button')
    hand.click('section.card form button')
    hand.see('.rows > li')


def add_by_palette(hand):
    hand.command('add a feed')
    for _ in range(100):
        if hand.page.evaluate("document.activeElement.matches('input[name=url]')"):
            break
        hand.press('Tab')
    hand.type(SITE()[1] + '/home.html')
    hand.press('Enter')
    hand.see('section.card form button')
    hand.tab_to('section.card form button')
    hand.press('Enter')
    hand.see('.rows > li')


def tag_by_pointer(hand):
    hand.click('#article .add-tag summary')
    hand.type('rivers')
    hand.click('#article .add-tag button')
    hand.see('#article .chip.own:has-text("rivers")')


def tag_by_keys(hand):
    hand.press('t')
    hand.type('rivers')
    hand.press('Enter')
    hand.see('#article .chip.own:has-text("rivers")')


def theme_by_menu(hand):
    hand.click('#article .look summary')
    hand.click('#article .look label:has(input[value=dark])')
    hand.see('html[data-theme=dark]')


def theme_by_menu_keys(hand):
    hand.tab_to('#article .look summary')
    hand.press('Enter')
    hand.tab_to('#article .look input[name=theme]')
    hand.press('ArrowRight', 'ArrowRight')
    hand.see('html[data-theme=dark]')


def theme_by_palette(hand):
    hand.command('dark')
    hand.see('html[data-theme=dark]')


TASKS = [
    ('add a feed', '/', [add_by_menu, add_by_pointer], [add_by_palette, add_by_keys]),
    ('import a list', '/', [import_by_pointer], [import_by_keys]),
    ('read 20 articles', '/', [read_by_pointer], [read_by_keys]),
    ('search', '/', [search_by_pointer], [search_by_keys]),
    ('narrow by a feed, then by what is unread', '/search?q=heron', [narrow_in_column, narrow_by_pointer], [narrow_by_key, narrow_by_keys]),
    ('save a search with an alert', '/search?q=heron', [save_in_form, save_by_pointer], [save_by_palette, save_by_keys]),
    ('tag an article', '/?article={article}', [tag_by_pointer], [tag_by_keys]),
    ('star an article', '/all?article={chinese}', [star_by_pointer], [star_by_keys]),
    ('undo "mark all as read"', '/folder/{folder}', [undo_by_pointer], [undo_by_keys]),
    ('change the theme', '/?article={article}', [theme_by_menu, setting_by_pointer], [theme_by_palette, theme_by_menu_keys, setting_by_keys]),
]
PREPARED = {'undo "mark all as read"': mark_all}


class Steps(views.ViewTests):
    @classmethod
    def least(cls, ways, name, place):
        """The clicks, keys and letters of the first way that there is in these pages; None without one. It has a library of its own."""
        for way in ways:
            cls.setUpClass()
            try:
                with cls().page() as page:
                    page.set_default_timeout(8_000)
                    page.goto(cls.base + place.format(**cls.places))
                    page.wait_for_load_state()
                    page.wait_for_timeout(300)
                    PREPARED.get(name, lambda page: None)(page)
                    hand = Hand(page)
                    way(hand)
                    return hand.clicks, hand.keys, hand.letters
            except Exception as error:
                print('%s: %s' % (way.__name__, str(error).splitlines()[0]), file=sys.stderr)
            finally:
                cls.tearDownClass()
        return None


def text(count):
    return '%d clicks, %d keys, %d letters' % count if count else 'not possible'


def main():
    names = sys.argv[1:]
    try:
        print('| task | by pointer | by keys |', '|---|---|---|', sep='\n')
        for name, place, pointer, keys in TASKS:
            if names and name not in names:
                continue
            print('| %s | %s | %s |' % (name, text(Steps.least(pointer, name, place)), text(Steps.least(keys, name, place))), flush=True)
    finally:
        for cleanup in reversed(base.cleanups):
            cleanup()


if __name__ == '__main__':
    main()
