#!/usr/bin/env python3
"""screenshots.py FOLDER [--docs DOCS] [--kept] [VIEW...]: pictures of every view of the web reader (`make screenshots`).

FOLDER gets a folder of pictures for each view (views.py), in each size, theme and language, and a contact sheet of them,
VIEW.png. DOCS gets the pictures of the table below, each of at most 100 KB; with --kept only these are taken. With names of
views, only those views are taken, and nothing is written into DOCS.
"""
import argparse, io, pathlib, sys, time
from PIL import Image
from playwright.sync_api import Error
import base, views
from views import DESK, LANGUAGES, PHONE, TABLET, THEMES

MAX_BYTES, MAX_PICTURES = 100_000, 24
# The pictures of the documentation: view, size, theme, language.
KEPT = {
    'reader-light': ('article', DESK, 'light', 'en-US'), 'reader-dark': ('article', DESK, 'dark', 'en-US'),
    'reader-sepia': ('article', DESK, 'sepia', 'en-US'), 'reader-chinese': ('article-chinese', DESK, 'light', 'zh-CN'),
    'search': ('search-facets', DESK, 'light', 'en-US'), 'suggestions': ('suggestions', DESK, 'dark', 'en-US'),
    'code': ('article-code', TABLET, 'light', 'en-US'), 'right-to-left': ('article-right-to-left', TABLET, 'light', 'en-US'),
    'palette': ('palette', DESK, 'light', 'en-US'), 'keys': ('keys-dialog', DESK, 'light', 'en-US'),
    'phone-list': ('unread', PHONE, 'dark', 'en-US'), 'phone-article': ('article-page', PHONE, 'light', 'en-US'),
    'phone-drawer': ('drawer', PHONE, 'light', 'en-US'), 'phone-search': ('search-facets', PHONE, 'light', 'zh-CN'),
    'add-feed': ('add-found', DESK, 'light', 'en-US'), 'import': ('import-report', DESK, 'light', 'en-US'),
    'failing': ('failing', DESK, 'light', 'en-US'), 'statistics': ('statistics', DESK, 'light', 'en-US'),
    'saved-search': ('saved-settings', DESK, 'light', 'zh-CN'), 'feed-settings': ('feed-settings', PHONE, 'light', 'en-US'),
    'rules': ('rule-tried', DESK, 'dark', 'en-US'), 'account': ('account', DESK, 'light', 'en-US'),
    'first-run': ('first-run', DESK, 'light', 'en-US'), 'not-found': ('not-found', DESK, 'light', 'en-US'),
}
assert len(KEPT) <= MAX_PICTURES


def name_of(size, theme, language):
    return '%d-%s-%s' % (size[0], theme, language[:2])


def take(tests, folder, chosen, size, language, only_kept):
    """Pictures of views in one size and language: one load for the three themes. Yields what went wrong."""
    try:
        with tests.page(width=size[0], height=size[1], language=language, signs_in=False, reduced_motion='reduce') as page:
            page.set_default_timeout(10_000)
            for view in chosen:
                themes = [theme for theme in THEMES if not only_kept or (view.name, size, theme, language) in KEPT.values()]
                if size not in view.sizes or not themes:
                    continue
                try:
                    tests.go(page, view)
                except Error as error:
                    yield '%s %d %s: %s' % (view.name, size[0], language, error.message.splitlines()[0])
                (folder / view.name).mkdir(exist_ok=True)
                # Pictures of articles come through the service.
                page.wait_for_timeout(150)
                for theme in themes:
                    tests.colour(page, theme)
                    page.screenshot(path=folder / view.name / (name_of(size, theme, language) + '.png'))
                view.close(page)
    except (AssertionError, Error) as error:
        yield '%d %s: %s' % (size[0], language, str(error).splitlines()[0])


def contact_sheet(folder, view):
    """One picture of all pictures of a view: a row for each theme, a column for each size and language."""
    scale, edge = .4, 12
    columns = [(size, language) for size in view.sizes for language in LANGUAGES]
    width = sum(int(size[0] * scale) + edge for size, _ in columns) + edge
    height = int(max(size[1] for size in view.sizes) * scale) + edge
    sheet = Image.new('RGB', (width, height * len(THEMES) + edge), (128, 128, 128))
    left = edge
    for size, language in columns:
        for row, theme in enumerate(THEMES):
            with Image.open(folder / view.name / (name_of(size, theme, language) + '.png')) as image:
                small = image.convert('RGB').resize((int(size[0] * scale), int(size[1] * scale)), Image.Resampling.LANCZOS)
            sheet.paste(small, (left, edge + row * height))
        left += int(size[0] * scale) + edge
    sheet.save(folder / (view.name + '.png'))


def keep(folder, docs):
    """Copies the pictures of the table, with as many colours as 100 KB allow."""
    docs.mkdir(parents=True, exist_ok=True)
    for old in docs.glob('*.png'):
        if old.stem not in KEPT:
            old.unlink()
    for name, (view, size, theme, language) in KEPT.items():
        with Image.open(folder / view / (name_of(size, theme, language) + '.png')) as image:
            image = image.convert('RGB')
        for colours in (128, 64, 32, 16):
            out = io.BytesIO()
            image.quantize(colours, dither=Image.Dither.NONE).save(out, 'PNG', optimize=True)
            if out.tell() <= MAX_BYTES:
                break
        assert out.tell() <= MAX_BYTES, name
        (docs / (name + '.png')).write_bytes(out.getvalue())
        print('%s.png: %d KB, %d colours' % (name, out.tell() // 1000, colours))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('views', nargs='*')
    parser.add_argument('--docs', type=pathlib.Path)
    parser.add_argument('--kept', action='store_true')
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    problems = []
    try:
        for tests in (views.ViewTests, views.EmptyViewTests, views.NewViewTests):
            chosen = [view for view in tests.VIEWS if not options.views or view.name in options.views]
            if not chosen:
                continue
            started = time.monotonic()
            tests.setUpClass()
            try:
                for size in (DESK, TABLET, PHONE):
                    for language in LANGUAGES:
                        problems += take(tests(), options.folder, chosen, size, language, options.kept)
            finally:
                tests.tearDownClass()
            for view in [] if options.kept else chosen:
                contact_sheet(options.folder, view)
            print('%d views in %.0f s' % (len(chosen), time.monotonic() - started))
    finally:
        for cleanup in reversed(base.cleanups):
            cleanup()
    if options.docs and not options.views:
        keep(options.folder, options.docs)
    if problems:
        sys.exit('\n'.join(problems))


if __name__ == '__main__':
    main()
