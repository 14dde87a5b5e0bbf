import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = import.meta.dirname
const css = ['base.css', 'app.css'].map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n')

describe('the width at which a phone ends', () => {
  it('is 768 px (48rem) for the classes of elements', () => {
    expect(css).toContain('--breakpoint-md: 48rem;')
  })

  it('is the same for every rule of the style sheet that is for phones', () => {
    const widths = [...css.matchAll(/@media \(width < ([^)]+)\)/g)].map(([, width]) => width)
    expect(widths.length).toBeGreaterThan(3)
    expect(new Set(widths)).toEqual(new Set(['48rem']))
  })

  it('is the same for every rule of the public pages: other widths are far from it', () => {
    const rules = ['site/site.css', 'site/odds.css', 'site/tools.css']
      .flatMap(
        (file) => readFileSync(path.join(root, file), 'utf8').match(/@media [^{]*\bwidth\b[^{]*/g) ?? [],
      )
      .flatMap((rule) => rule.match(/[\d.]+(?=rem)/g) ?? [])
      .map(Number)
    expect(rules.filter((width) => width === 48).length).toBeGreaterThan(50)
    expect(rules.filter((width) => width > 32 && width < 64 && width !== 48)).toEqual([])
  })

  it('is no other in the classes of elements: a class of an unknown width does nothing', () => {
    const unknown = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .flatMap(
        (file) => readFileSync(path.join(root, file), 'utf8').match(/[\s"'`](max-)?(sm|2xl):\S+/g) ?? [],
      )
    expect(unknown).toEqual([])
  })

  it('is the same for the code that asks', () => {
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
    const widths = sources.flatMap((text) =>
      [...text.matchAll(/'\(min-width: ([^)]+)\)'/g)].map((it) => it[1]),
    )
    expect(widths.length).toBeGreaterThan(2)
    expect(new Set(widths)).toEqual(new Set(['48rem']))
  })
})

describe('a card of a carousel', () => {
  it('is 350 px wide on a phone, if there is room, and 400 px from there on', () => {
    const rule = /\.carousel-card \{([\s\S]*?)\n {2}\}/.exec(css)?.[1] ?? ''
    expect(rule.replace(/\s+/g, ' ').trim()).toBe(
      'flex-shrink: 0; inline-size: min(350px, 100%); @media (width >= 48rem) { inline-size: 400px; }',
    )
  })
})
