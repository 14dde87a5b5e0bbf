import { describe, expect, it } from 'vitest'
import { firstWords, renderMarkdown } from './markdown.server.ts'

const html = (text: string) => renderMarkdown(text, { origin: 'https://odds.example', language: 'it' })

describe('renderMarkdown', () => {
  it('writes paragraphs, lists and emphasis', () => {
    expect(html('One *two*\n\n- a\n- b')).toBe('<p>One <em>two</em></p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>')
  })

  it.each([
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['a <b onclick="x()">b</b>', '<p>a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt;</p>'],
    ['[a](javascript:alert(1))', '<p>a</p>'],
    ['[a](<java\tscript:alert(1)>)', expect.not.stringContaining('href="java\tscript')],
    ['[a](data:text/html,x "t")', '<p>a</p>'],
    ['![a](data:image/svg+xml,x)', '<p></p>'],
    ['![a"b](/media/a.png)', '<p><img loading="lazy" src="/media/a.png" alt="a&quot;b" /></p>'],
    ['[a](/x "q\\" onclick=x")', '<p><a href="/it/x" title="q&quot; onclick=x">a</a></p>'],
    ['`<a href="https://x.example">`', '<p><code>&lt;a href=&quot;https://x.example&quot;&gt;</code></p>'],
    ['    indented', '<p>indented</p>'],
  ])('has nothing of its author that a browser runs: %s', (text, expected) => {
    expect(html(text)).toEqual(expected)
  })

  it('reads no emphasis, lists and quotes of which a text has so many that they would take minutes', () => {
    const marks = '*a_'.repeat(20_000)
    expect(html(marks)).toBe(`<p>${marks}</p>`)
    for (const mark of ['> ', '- ', '1. ']) {
      const deep = `${mark.repeat(5_000)}a`
      expect(html(deep)).toBe(`<p>${deep.replaceAll('>', '&gt;')}</p>`)
    }
    expect(html(`${'*a* '.repeat(900)}\n\n- b`)).toMatch(/^<p><em>a<\/em> .*<li>b<\/li>/s)
  })

  it.each([
    ['quotes', '> a\n\n'.repeat(2_001), '<p>&gt; a</p>', '<blockquote>'],
    ['items of nested lists', '- > - a\n'.repeat(700), '- &gt; - a', '<li>'],
    ['lines in one quote', `> a\n${'b\n'.repeat(3_001)}`, '<p>&gt; a\nb\n', '<blockquote>'],
    ['underlined headings', 'a\n=\n'.repeat(1_001), '<p>a\n=\na\n=', '<h'],
    ['images in images', `${'!['.repeat(501)}a${'](b)'.repeat(501)}`, '<p>![![![', '<img'],
  ])(
    'reads as plain text %s of which a text has so many that they would take minutes',
    (_, text, part, not) => {
      const read = html(text)
      expect(read).toContain(part)
      expect(read).not.toContain(not)
    },
  )

  it('reads as many quotes, items, underlined headings and images as a page can need', () => {
    const read = html(
      `${'> a\n\n'.repeat(200)}${'- b\n'.repeat(200)}\n${'c\n=\n\n'.repeat(200)}${'![d](/e)\n\n'.repeat(50)}`,
    )
    const count = (of: string) => read.split(of).length - 1
    expect(['<blockquote>', '<li>', '<h2>', '<img'].map(count)).toEqual([200, 200, 200, 50])
  })

  it.each([
    ['# A\n## B\n###### C', ['h2', 'h3', 'h6']],
    ['## A\n### B', ['h2', 'h3']],
    ['### A\n## B', ['h3', 'h2']],
    ['###### A', ['h2']],
  ])('begins headings below that of the page: %s', (text, levels) => {
    expect([...html(text).matchAll(/<(h\d)>/g)].map(([, level]) => level)).toEqual(levels)
  })

  it.each([
    ['https://other.example/a?b=1&c', 'href="https://other.example/a?b=1&amp;c" rel="nofollow noopener"'],
    ['//other.example', 'href="//other.example" rel="nofollow noopener"'],
    ['https://odds.example/en', 'href="https://odds.example/en"'],
    ['mailto:us@odds.example', 'href="mailto:us@odds.example"'],
    ['/tools', 'href="/it/tools"'],
    ['/de/tools', 'href="/de/tools"'],
    ['#end', 'href="#end"'],
  ])('vouches for links of this site only: %s', (link, expected) => {
    expect(html(`[a](${link})`)).toBe(`<p><a ${expected}>a</a></p>`)
  })
})

describe('firstWords', () => {
  it('are without headings and elements', () => {
    expect(firstWords(html('# Imprint\n\nWe are *Odds & Sons*, a "company" <x>.'))).toBe(
      'We are Odds & Sons, a "company" <x>.',
    )
  })

  it('end at a word', () => {
    expect(firstWords(html('word '.repeat(60)))).toBe(`${'word '.repeat(31).trim()}…`)
  })
})
