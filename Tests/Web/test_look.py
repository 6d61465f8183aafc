"""Themes and sizes."""
import re
from base import *


class LookTests(ReaderTests):
    def test_look(self):
        """The theme and the size of texts are kept."""
        with self.page() as page:
            page.click('.settings summary')
            page.select_option('select[name=theme]', 'sepia')
            page.select_option('select[name=size]', '22')
            page.click('.settings form >> nth=0 >> button')
            expect(page.locator('html')).to_have_attribute('data-theme', 'sepia')
            page.goto(self.base + '/?article=1')
            self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('.text')).fontSize"), '22px')
            self.shoot(page, 'sepia')

    PAIRS = [(text, ground) for text in ('--text', '--dim', '--accent', '--warning', '--danger') for ground in ('--background', '--sidebar', '--raised', '--surface')]
    PAIRS += [('--dim', '--pill'), ('--mark-text', '--mark')]

    # The colours of each pair, as the browser paints them.
    COLOURS = """(pairs) => {
        const probe = document.createElement('i');
        document.body.append(probe);
        const colour = (name) => { probe.style.color = `var(${name})`; return getComputedStyle(probe).color; };
        const found = pairs.map((pair) => pair.map(colour));
        probe.remove();
        return found;
    }"""
    TINTS = """() => [...Array(8).keys()].map((tint) => {
        const probe = document.createElement('a');
        probe.dataset.letter = 'A';
        probe.dataset.tint = tint;
        document.body.append(probe);
        const style = getComputedStyle(probe, '::before'), pair = [style.color, style.backgroundColor];
        probe.remove();
        return pair;
    })"""

    @staticmethod
    def contrast(one, other):
        def luminance(colour):
            parts = [int(part) / 255 for part in re.findall(r'\d+', colour)[:3]]
            parts = [part / 12.92 if part <= .03928 else ((part + .055) / 1.055) ** 2.4 for part in parts]
            return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2]
        low, high = sorted([luminance(one), luminance(other)])
        return (high + .05) / (low + .05)

    def test_contrast(self):
        """Every colour of texts can be read on every ground, in each theme: WCAG AA."""
        grounds = set()
        with self.page() as page:
            for theme in ('light', 'dark', 'sepia'):
                page.evaluate('theme => { document.documentElement.dataset.theme = theme; }', theme)
                colours = page.evaluate(self.COLOURS, self.PAIRS)
                grounds.add(colours[0][1])
                for pair, (one, other) in zip(self.PAIRS, colours):
                    self.assertGreaterEqual(self.contrast(one, other), 4.5, (theme, pair, one, other))
                for one, other in page.evaluate(self.TINTS):
                    self.assertGreaterEqual(self.contrast(one, other), 4.5, (theme, one, other))
        self.assertEqual(len(grounds), 3)

    MOTION = """() => [...document.querySelectorAll('*')].flatMap((element) => ['', '::before', '::after'].map((part) => {
        const style = getComputedStyle(element, part || null);
        return [style.transitionDuration, style.animationName === 'none' ? '0s' : style.animationDuration];
    })).flat().flatMap((times) => times.split(', ')).map((time) => parseFloat(time))"""

    def test_motion(self):
        """Nothing moves for longer than 150 ms, and nothing at all for people who want no motion."""
        for motion, least in [('no-preference', 0.05), ('reduce', 0)]:
            with self.page(reduced_motion=motion) as page:
                page.goto(self.base + '/?article=1')
                page.click('.settings summary')
                times = page.evaluate(self.MOTION)
                self.assertLessEqual(max(times), 0.15)
                self.assertGreaterEqual(max(times), least)
                if motion == 'reduce':
                    self.assertEqual(max(times), 0)
