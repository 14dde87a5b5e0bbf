import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findProblems } from './check-imports.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'overround-imports-'))
  mkdirSync(path.join(root, 'app'))
})
afterEach(() => rmSync(root, { recursive: true }))

function problemsOf(files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, 'app', name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return findProblems(root).join('\n')
}

describe('imports', () => {
  it('may run from routes to features to ui to platform', () => {
    const files = {
      'routes/home.tsx': "import { a } from '#app/features/odds/rules.ts'\nimport { b } from '../ui/b.tsx'",
      'features/odds/rules.ts': "export { c as a } from '#app/platform/c.ts'",
      'ui/b.tsx': "import { c } from '../platform/c.ts'\nexport const b = c",
      'platform/c.ts': 'export const c = 1',
    }
    expect(problemsOf(files)).toBe('')
  })

  it.each([
    ['platform/c.ts', "import { a } from '../features/a.ts'"],
    ['ui/c.ts', "import type { A } from '#app/features/a.ts'"],
    ['features/c.ts', "export * from '../routes/r.ts'"],
  ])('may not run back: %s', (name, text) => {
    const others = { 'features/a.ts': 'export const a = 1', 'routes/r.ts': 'export const r = 1' }
    expect(problemsOf({ ...others, [name]: text })).toMatch(
      /imports run routes -> site -> islands -> features -> ui -> platform, never back/,
    )
  })

  it('may not be circular, even for types alone', () => {
    const circle = {
      'features/a.ts': "import { b } from './b.ts'\nexport const a = b",
      'features/b.ts': "import type { a } from './a.ts'\nexport const b = 1",
    }
    expect(problemsOf(circle)).toMatch(/features\/a\.ts -> .*b\.ts -> .*a\.ts: these files import each other/)
  })

  it('may not be circular between folders', () => {
    const files = {
      'platform/db/a.ts': "import { b } from '../http/b.ts'\nexport const a = b",
      'platform/http/b.ts': 'export const b = 1',
      'platform/http/c.ts': "export { d } from '../db/d.ts'",
      'platform/db/d.ts': 'export const d = 1',
    }
    expect(problemsOf(files)).toMatch(
      /^app\/platform\/db -> app\/platform\/http -> app\/platform\/db: these folders import each other/,
    )
  })

  it('may not load each other either', () => {
    const files = {
      'ui/a.ts': "export const load = () => import('./b.ts')",
      'ui/b.ts': "import { load } from './a.ts'\nexport const b = load",
    }
    expect(problemsOf(files)).toMatch(/these files import each other/)
  })
})

describe('ranks', () => {
  const files = {
    'features/odds/rules.ts': 'export const a = 1',
    'features/matches/state.ts': "import { a } from '../odds/rules.ts'\nexport const b = a",
  }

  it('let a feature import what is below it', () => {
    expect(problemsOf(files)).toBe('')
  })

  it('do not let it import what is above it, even a type, and state the solution', () => {
    const up = { 'features/odds/more.ts': "import type { b } from '#app/features/matches/state.ts'" }
    expect(problemsOf({ ...files, ...up })).toMatch(
      /odds\/more\.ts \(odds, rank \d+\) imports .*matches\/state\.ts \(matches, rank \d+\): .* let the caller pass it/,
    )
  })

  it('let a test import the features that use its own', () => {
    const test = { 'features/odds/rules.test.ts': "import { b } from '../matches/state.ts'" }
    expect(problemsOf({ ...files, ...test })).toBe('')
  })

  it('exist for every feature', () => {
    const unknown = { 'features/weather/rain.ts': "import { a } from '../odds/rules.ts'" }
    expect(problemsOf({ ...files, ...unknown })).toMatch(/the feature weather has no rank/)
  })
})

describe('texts', () => {
  it.each([
    ['features/a.ts', "import { sql } from 'kysely'", /SQL belongs in/],
    ['features/a.ts', "db.selectFrom('matches')", /SQL belongs in/],
    ['ui/a.tsx', 'date.toLocaleDateString()', /formats dates itself/],
    ['ui/a.tsx', 'new Intl.NumberFormat(language)', /formats numbers itself/],
    ['ui/a.tsx', 'count.toLocaleString()', /formats numbers itself/],
    ['features/a.ts', 'new Intl.DateTimeFormat()', /formats dates itself/],
    ['features/a.ts', "console.log('x')", /use the log/],
    ['ui/a.tsx', 'load(`/admin/review/question`)', /use app\/ui\/admin\/use-read/],
  ])('%s may not say %s', (name, text, message) => {
    expect(problemsOf({ [name]: text })).toMatch(message)
  })

  it('may query in *.server.ts, and name the types of the database anywhere', () => {
    const files = {
      'features/a.server.ts': "import { sql } from 'kysely'\ndb.selectFrom('matches')",
      'features/b.ts': "import type { Kysely } from 'kysely'",
    }
    expect(problemsOf(files)).toBe('')
  })
})

describe('the style sheet of public pages', () => {
  const page = {
    'site/views/home.tsx': "import { Card } from '#app/features/odds/components/card.tsx'",
    'features/odds/components/card.tsx': 'export const Card = null',
  }

  it('names every component that public pages import', () => {
    const sources = '@source "./**/*.{ts,tsx}";\n@source "../features/{odds,search}/components/*.tsx";\n'
    expect(problemsOf({ ...page, 'site/public.css': sources })).toBe('')
  })

  it('is reported where it lacks one', () => {
    const problem = problemsOf({ ...page, 'site/public.css': '@source "./**/*.{ts,tsx}";\n' })
    expect(problem).toContain('app/features/odds/components/card.tsx is part of public pages')
  })
})
