"""Reads problems/*/layout.txt, whose words problems/README.md describes, and checks inputs against it."""

import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
PROBLEMS = os.path.join(os.path.dirname(HERE), 'problems')


class Number:
    """A number, or a list of them on one line if `times` is given."""

    def __init__(self, name, low, high, ascending, times):
        self.name, self.low, self.high = name, low, high
        self.ascending, self.times = ascending, times


class Line:
    """The end of a line."""


class Answer:
    """A case is complete."""


class Group:
    """Repeated `until` '+' (end of file), '+/' (the same, an empty line
    between), '0' (a line with 0), or as often as the number named there."""

    def __init__(self, items, until):
        self.items, self.until = items, until


class Layout:
    """The two halves of the first line of a layout.txt, and the parts of the input."""

    def __init__(self, line):
        self.input, self.answer = (half.strip() for half in line.split('->'))
        words = self.input.split()
        self.items = parse(words)
        assert not words, line


def limit(text):
    """A limit is an int or an earlier name."""
    if '^' in text:
        base, exponent = text.split('^')
        return int(base) ** int(exponent)
    return int(text) if text.isdigit() else text


NUMBER = re.compile(r'(\w+):(\w+)\.\.([\w^]+)(<?)(?:\*(\w+))?$')


def parse(words):
    """The items up to the end or a closing brace, which stays in `words`."""
    items = []
    while words and not words[0].startswith('}'):
        word = words.pop(0)
        if word == '/':
            items.append(Line())
        elif word == '!':
            items.append(Answer())
        elif word == '{':
            inner = parse(words)
            until = words.pop(0)[1:].lstrip('*')
            items.append(Group(inner, until))
        else:
            name, low, high, ascending, times = NUMBER.match(word).groups()
            items.append(Number(name, limit(low), limit(high), bool(ascending), times))
    return items


def load():
    """All layouts by problem id. The lines behind the first are limits of aliases, which have no package."""
    layouts = {}
    for problem in sorted(os.listdir(PROBLEMS)):
        path = os.path.join(PROBLEMS, problem, 'layout.txt')
        if os.path.exists(path):
            with open(path, encoding='utf-8') as file:
                layouts[problem] = Layout(file.readline())
    return layouts


class Invalid(Exception):
    pass


class Checker:
    """Checks a text exactly; raises Invalid with the offset."""

    def __init__(self, text):
        self.text, self.at, self.values, self.cases = text, 0, {}, 0

    def fail(self, message):
        raise Invalid('byte %d: %s' % (self.at, message))

    def value(self, limit):
        return self.values[limit] if isinstance(limit, str) else limit

    def expect(self, char):
        if self.text[self.at:self.at + 1] != char:
            self.fail('expected %r' % char)
        self.at += 1

    def number(self, item, floor):
        match = re.compile(r'0|[1-9][0-9]*').match(self.text, self.at)
        if not match:
            self.fail('expected a number')
        value = int(match.group())
        low = max(self.value(item.low), floor)
        if not low <= value <= self.value(item.high):
            self.fail('%s is %d' % (item.name, value))
        self.at = match.end()
        return value

    def run(self, items, previous):
        at_start_of_line = True
        for item in items:
            if isinstance(item, Line):
                self.expect('\n')
                at_start_of_line = True
            elif isinstance(item, Answer):
                self.cases += 1
            elif isinstance(item, Group):
                self.group(item)
            else:
                times = 1 if item.times is None else self.values[item.times]
                floor = previous.get(item.name, 0) if item.times is None else 0
                for _ in range(times):
                    if not at_start_of_line:
                        self.expect(' ')
                    at_start_of_line = False
                    value = self.number(item, floor)
                    if item.ascending:
                        floor = value + 1
                self.values[item.name] = value
                if item.ascending and item.times is None:
                    previous[item.name] = floor

    def group(self, group):
        previous = {}
        if group.until == '0':
            self.run(group.items, previous)
            while not self.text.startswith('0\n', self.at):
                self.run(group.items, previous)
            self.at += 2
        elif group.until in ('+', '+/'):
            self.run(group.items, previous)
            while self.at < len(self.text):
                if group.until == '+/':
                    self.expect('\n')
                self.run(group.items, previous)
        else:
            for _ in range(self.values[group.until]):
                self.run(group.items, previous)


def check(layout, text):
    """The number of cases of a valid text; raises Invalid otherwise."""
    checker = Checker(text)
    checker.run(layout.items, {})
    if checker.at != len(text):
        checker.fail('more after the end')
    return checker.cases


def least(layout, given):
    """The text of the least numbers, but for those `given` by name. A group comes once, if no number says
    how often."""
    values = {}

    def run(items, nth):
        """The items for the nth time, from 0, in the group that they are in."""
        text = ''
        for item in items:
            if isinstance(item, Line):
                text += '\n'
            elif isinstance(item, Group):
                text += ''.join(run(item.items, i) for i in range(values.get(item.until, 1)))
                text += '0\n' if item.until == '0' else ''
            elif isinstance(item, Number):
                value = given.get(item.name, values.get(item.low, item.low))
                values[item.name] = value
                which = [nth] if item.times is None else range(values[item.times])
                line = ' '.join(str(value + i if item.ascending else value) for i in which)
                text += ' ' + line if text and text[-1] != '\n' else line
        return text
    return run(layout.items, 0)
