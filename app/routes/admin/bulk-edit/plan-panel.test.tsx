import { describe, expect, it } from 'vitest'
import type { ListKey, Plan } from '#app/features/bulk-edit/lists.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { drawScreen } from '#tests/support/screen.tsx'
import { PlanPanel, type PlanRequestOutcome } from './plan-panel.tsx'

const draw = (outcome: PlanRequestOutcome, list: ListKey = 'promotions') =>
  drawScreen(<PlanPanel list={list} outcome={{ ...outcome, at: 1 }} busy={false} save={() => {}} />)

const PLAN: Plan & { ignored: string[] } = {
  ...{ kind: 'plan', list: 'promotions', update: [], create: [], labels: {} },
  ...{ unchanged: 0, effects: [], ignored: [] },
}

describe('the preview of a change of many rows', () => {
  const preview = (plan: Partial<typeof PLAN>) => {
    const html = draw({ ...PLAN, ...plan })
    return {
      text: shownText(html.slice(0, html.indexOf('<dialog'))),
      rows: readHtml(html)
        .all('tr')
        .map((row) => ['th', 'td'].flatMap((it) => row.all(it)).map(({ text }) => text)),
    }
  }

  it('has each value before and after, what is new, and what follows', () => {
    const { text, rows } = preview({
      labels: { p: 'Elm', n: 'Oak' },
      update: [
        { id: 'p', before: { star_rating: 4, is_active: true }, after: { star_rating: 5, is_active: false } },
      ],
      create: [{ id: 'n', values: { title: 'Oak', subtitle: null, bookmaker_id: 'b' } }],
      ...{ unchanged: 1_234, ignored: ['clicks', 'id 2'] },
      effects: [
        { effect: 'merges', number: 2 },
        { effect: 'parted', number: 3 },
      ],
    })
    for (const said of [
      ...['Rows that are added: 1.', 'Rows that change: 1.', 'Rows that stay as they are: 1,234.'],
      'Matches that are merged into another: 2',
      'Links of feeds that are removed with their prices: 3',
      'Columns that are not imported: clicks, id 2',
    ])
      expect(text).toContain(said)
    expect(rows).toEqual([
      ['Promotion', 'Column', 'Before', 'After'],
      ['Oak', 'Title', 'New row', 'Oak'],
      ['Elm', 'Star rating', '4', '5'],
      ['Elm', 'Active', 'Yes', 'No'],
    ])
  })

  it('lists fifty cells, and counts the others', () => {
    const update = Array.from({ length: 53 }, (_, n) => ({
      ...{ id: `p${n}`, before: { title: 'A' }, after: { title: 'B' } },
    }))
    const { text, rows } = preview({ update })
    expect(rows).toHaveLength(51)
    expect(text).toContain('Rows that change: 53.')
    expect(draw({ ...PLAN, update })).toContain('and 3 more')
  })

  it('says that nothing changes, and has nothing to save then', () => {
    const html = draw({ ...PLAN, unchanged: 7 })
    expect(shownText(html)).toContain('Nothing changes: every row already has these values.')
    expect(html).not.toContain('<button')
  })
})

describe('what becomes of a change of many rows is told:', () => {
  const link = { id: 'l', label: 'L', mine: 'a', theirs: 'b' }
  it.each<[string, PlanRequestOutcome]>([
    ['Rows saved: 1,200', { kind: 'saved', count: 1_200 }],
    [
      'Somebody else has changed rows since the preview: 1.',
      { kind: 'conflict', conflicts: ['title', 'subtitle'].map((column) => ({ ...link, column })) },
    ],
    ['There are no rows.', { kind: 'plan-refused', problem: 'empty' }],
    ['No column of the file is called id.', { kind: 'plan-refused', problem: 'no-id' }],
    ['More than 5,000 rows.', { kind: 'plan-refused', problem: 'too-many', most: 5_000 }],
    ['More than 500 new rows.', { kind: 'plan-refused', problem: 'too-many-new', most: 500 }],
    ['Line 3 has more cells than the headings.', { kind: 'plan-refused', problem: 'cells', line: 3 }],
    ['line 4 cannot be read.', { kind: 'plan-refused', problem: 'not-csv', line: 4 }],
    ['Title: ', { kind: 'plan-refused', problem: 'value', column: 'title', text: 'problem.required' }],
  ])('%s', (text, outcome) => {
    expect(shownText(draw(outcome))).toContain(text)
  })

  it('each wrong line with its column and why', () => {
    const lines = [
      { line: 2, column: 'title', problem: 'problem.required' },
      { line: 17, column: null, problem: 'problem.link' },
    ]
    const html = draw({ kind: 'plan-refused', problem: 'lines', lines, more: 5 })
    expect(shownText(html)).toContain('Nothing is imported. Correct these lines and choose the file again.')
    expect(
      readHtml(html)
        .all('li')
        .map(({ text }) => text),
    ).toEqual([
      expect.stringMatching(/^Line 2, Title: \w/),
      expect.stringMatching(/^Line 17, id: \w/),
      'and 5 more',
    ])
  })
})
