import { expect, it, vi } from 'vitest'
import { readHtml, shownText } from '#tests/support/html.ts'
import { drawScreen } from '#tests/support/screen.tsx'
import { FormatFields } from './format-fields.tsx'
import { ReportImport } from './report-import.tsx'

const told = vi.hoisted(() => ({ latest: undefined as object | undefined }))
vi.mock('#app/ui/admin/use-request.ts', () => ({ useRequest: () => ({ busy: false, ...told }) }))

const READ = {
  ...{ stored: 1_200, duplicate: 1, different: ['r2'], ignored: ['player'], hasTimes: false, again: null },
  sums: [
    { currency: 'EUR', amount: '1234.50' },
    { currency: 'USD', amount: '-7.00' },
  ],
  rejected: [
    { line: 5, field: 'kind', problem: 'kind' },
    { line: 7, field: 'amount', problem: 'required' },
  ],
  ...{ headLine: 3, before: ['Report of May', 'Alderbet'], questions: [] },
}

function draw(latest: object) {
  told.latest = latest
  const html = drawScreen(<ReportImport senders={[{ id: 's', name: 'Network' }]} />)
  return {
    text: shownText(html),
    lines: readHtml(html)
      .all('li')
      .map(({ text }) => text),
  }
}

it.each([
  ['previewed', '1200 transactions will be stored. 1 is stored already.'],
  ['imported', '1200 transactions were stored. 1 is stored already.'],
])(
  'a report that is %s says how many transactions, what they earn, and which lines are left out',
  (state, said) => {
    const kind = state === 'imported' ? 'imported' : 'preview'
    const { text, lines } = draw({ kind, ...READ })
    expect(text).toContain(said)
    expect(text).toContain('These transactions earn \u2068€1,234.50\u2069 and \u2068−$7.00\u2069.')
    expect(text).toContain('every transaction is dated today.')
    expect(text).toContain('Columns that are not imported: player')
    expect(text.includes('Report of May · Alderbet')).toBe(kind === 'preview')
    expect(lines).toEqual([
      'Line 5, Kind: this kind is unknown',
      'Line 7, Amount: a value is missing',
      expect.stringContaining('r2'),
    ])
  },
)

it('nothing is said to be stored while it is open how a report is read', () => {
  const { text, lines } = draw({ kind: 'preview', ...READ, questions: ['transaction'] })
  expect(text).not.toContain('will be stored')
  expect(lines).toEqual([])
})

it('the first rows of a report are shown as they are read', () => {
  const cells = {
    ...{
      transaction: 't1',
      kind: 'revenue',
      amount: '5.00',
      currency: 'EUR',
      time: '2026-05-01T10:30:00.000Z',
    },
    ...{ click_id: 'c1', bookmaker: 'Alder' },
  }
  const format = { columns: {}, kind: null, currency: null, dates: null, decimal: null, kinds: {} }
  const html = drawScreen(
    <FormatFields
      {...{ columns: [], examples: [], words: [], strangers: ['Birch'], format, questions: ['dates'] }}
      rows={[
        { line: 4, cells, problem: null },
        { line: 5, cells: { ...cells, kind: 'Odd' }, problem: { field: 'kind', problem: 'kind' } },
      ]}
      onFormat={() => {}}
    />,
  )
  const rows = readHtml(html)
    .all('tr')
    .map((row) => ['th', 'td'].flatMap((it) => row.all(it)).map(({ text }) => text))
  const shown = ['5.00', 'EUR', '2026-05-01 10:30 UTC', 'c1', 'Alder']
  expect(rows).toEqual([
    ['Line', 'Transaction id', 'Kind', 'Amount', 'Currency', 'Date', 'Click id', 'Bookmaker'],
    ['4', 't1', 'Revenue', ...shown],
    ['5', 't1', 'Odd this kind is unknown', ...shown],
  ])
  expect(shownText(html)).toContain('Birch')
  expect(shownText(html)).toContain('Some dates can be read in two ways.')
})
