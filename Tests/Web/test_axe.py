"""axe finds nothing of any level, best practices included, in any view (views.py) in any theme, and no page is wider than its window.

VIEWS limits the test to some views: VIEWS="failing account" scripts/test-web.sh PROGRAM axe.
"""
import os
import axe_playwright_python.base
import views
from views import DESK, PHONE, THEMES

AXE = axe_playwright_python.base.AXE_SCRIPT
ONLY = os.environ.get('VIEWS', '').split()
# Other rules find the same in every theme.
OF_COLOURS = ['color-contrast', 'link-in-text-block']
SIGHTS = [(DESK, 'en-US'), (PHONE, 'zh-CN')]


class AxeTests(views.ViewTests):
    is_long = True

    def test_views(self):
        found = []
        for size, language in SIGHTS:
            with self.page(width=size[0], height=size[1], language=language, signs_in=False, reduced_motion='reduce') as page:
                for view in self.VIEWS:
                    if size in view.sizes and (not ONLY or view.name in ONLY):
                        self.go(page, view)
                        found += self.findings(page, view)
                        if page.evaluate('document.documentElement.scrollWidth') > size[0]:
                            found.append('%s is wider than %d pixels' % (view.name, size[0]))
                        view.close(page)
        self.assertEqual(found, [], '\n' + '\n'.join(found))

    def findings(self, page, view):
        """A line for each finding: view, width, theme, level, rule, element."""
        if not page.evaluate('Boolean(window.axe)'):
            page.evaluate(AXE)
        for theme in THEMES:
            self.colour(page, theme)
            options = {'resultTypes': ['violations']} | ({} if theme == THEMES[0] else {'runOnly': OF_COLOURS})
            for rule in page.evaluate('options => axe.run(document, options).then(({ violations }) => violations)', options):
                for node in rule['nodes'][:3]:
                    yield '%s %d %s: %s (%s) %s' % (
                        view.name, page.viewport_size['width'], theme, rule['id'], rule['impact'], ' '.join(map(str, node['target'])))


class EmptyAxeTests(AxeTests, views.EmptyViewTests):
    VIEWS = views.EMPTY


class NewAxeTests(AxeTests, views.NewViewTests):
    VIEWS = views.NEW
