import { expect, it, vi } from 'vitest'
import { readHtml, shownText } from '#tests/support/html.ts'
import { drawScreen } from '#tests/support/screen.tsx'
import { ExperimentPanel } from './experiment-panel.tsx'
import { NewExperiment } from './new-experiment.tsx'

vi.mock('#app/ui/admin/use-request.ts', () => ({ useRequest: () => ({ busy: false, send() {} }) }))

const BOOKMAKERS = [
  { id: 'a', name: 'Alder' },
  { id: 'b', name: 'Birch' },
]
const EXPERIMENT = {
  ...{ id: 'e', name: 'Birch first', kind: 'order', texts: {}, colour: null, bookmaker_ids: ['b', 'a'] },
  ...{ share: 50, started_at: null, ended_at: null, decision: null, figures: null, result: null },
  ...{ isWithheld: false, outcome: 'clicks', currency: null, baseline: 0.05, effect: 0.2, alpha: 0.05 },
  ...{ power: 0.8, needed: 8_158, window_days: 14 },
}

function draw(experiment: object) {
  const html = drawScreen(
    <ExperimentPanel
      experiment={{ ...EXPERIMENT, ...experiment } as never}
      bookmakers={BOOKMAKERS}
      adopted={{ way_colour: null, way_texts: null, first_bookmakers: null }}
    />,
  )
  const rows = readHtml(html)
    .all('tr')
    .map((row) => ['th', 'td'].flatMap((it) => row.all(it)).map(({ text }) => text))
  return { html, text: shownText(html), rows }
}

const WHY =
  'This number finds a relative difference of 20.0% from 5.00% with a probability of 80%, and names a winner between equal variants with a probability of 5%.'

it('an experiment states what it changes, for whom, and the rule that decides, before it starts', () => {
  const { text, rows } = draw({})
  expect(text).toContain('Not started. Nothing of it can be changed after the start.')
  expect(text).toContain('Variant B lists these bookmakers first: Birch, Alder. 50% of the visitors')
  expect(text).toContain(`Decides after 8,158 visitors per variant; until then no winner is named. ${WHY}`)
  expect(rows).toEqual([])
  const texts = draw({ kind: 'button', texts: { en: 'Go' }, colour: '#aa0011', bookmaker_ids: [] }).text
  expect(texts).toContain('Texts of variant B: en: “Go”. Color of variant B: #aa0011.')
  expect(draw({ outcome: 'deposits' }).text).toContain(
    'Decides after 8,158 clicks per variant, each counted when its time is over (days: 14);',
  )
})

it('the form of an experiment states the rule while it is typed', () => {
  const html = drawScreen(<NewExperiment bookmakers={BOOKMAKERS} languages={[]} />)
  const [status] = /role="status"[^>]*>[^<]*/.exec(html) ?? []
  expect(status).toMatch(/Decides after [\d,]+ visitors per variant/)
  expect(status).toContain(WHY)
})

it('an experiment has the figures of both variants, and their difference once it has ended', () => {
  const started_at = new Date(0)
  const figures = {
    a: { units: 1_000, successes: 50, sum: 50, squares: 50 },
    b: { units: 1_010, successes: 101, sum: 101, squares: 101 },
  }
  const table = [
    ['Variant', 'Visitors', 'Visitors who clicked', 'Clicks per visitor'],
    ['A: as it is', '1,000', '50', '5.00%'],
    ['B: changed', '1,010', '101', '10.00%'],
  ]
  const running = draw({ started_at, figures })
  expect(running.text).toContain('Running. No winner is named before the end.')
  expect(running.rows).toEqual(table)
  const result = { ...figures, difference: 0.05, low: 0.03, high: 0.07, p: 0.00004 }
  const ended = draw({ started_at, ended_at: started_at, decision: 'b', result })
  expect(ended.rows).toEqual(table)
  expect(ended.text).toContain('Variant B is better. Visitors see variant A until you adopt B.')
  expect(ended.text).toContain('B less A: 5.00%, between 3.00% and 7.00% (95% confidence interval, p')
  expect(ended.html).toContain('p < 0.001).')
  const stopped = draw({
    started_at,
    ended_at: started_at,
    decision: 'stopped',
    result: { ...result, p: 0.0421 },
  })
  expect(stopped.text).toContain('(95% confidence interval, p = 0.042). This names no winner.')
})
