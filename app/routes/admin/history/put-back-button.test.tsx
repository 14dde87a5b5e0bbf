import { describe, expect, it } from 'vitest'
import type { EarlierField } from '#app/features/history/schema.ts'
import { type Element, readHtml } from '#tests/support/html.ts'
import { drawScreen } from '#tests/support/screen.tsx'
import { EarlierFields } from './put-back-button.tsx'

const field = (column: string, old: string, now: string, more: Partial<EarlierField> = {}): EarlierField => ({
  ...{ column, old, now, texts: { old, now } },
  ...{ isChangedSince: false, isSame: old === now, ...more },
})
const FIELDS = [
  field('button_text', 'Alder', 'Bet now'),
  field('button_link', '/a', '/c', { isChangedSince: true }),
  field('provider', 'Birch', 'Birch', { isChangedSince: true }),
]

describe('the earlier values of an entry', () => {
  const rows = (isDeleted: boolean) => {
    const html = drawScreen(
      <EarlierFields
        entity="affiliate_buttons"
        fields={FIELDS}
        isDeleted={isDeleted}
        chosen={new Set(['button_text'])}
        choose={() => {}}
      />,
    )
    const cells = (row: Element) => [...row.all('th'), ...row.all('td')].map(({ text }) => text)
    const table = readHtml(html)
    const boxes = table
      .all('input')
      .map((it) => ['checked', 'disabled'].filter((name) => it.attribute(name) !== undefined))
    return { rows: table.all('tr').map(cells), boxes }
  }

  it('are beside the current ones, each to be chosen that differs', () => {
    expect(rows(false)).toEqual({
      rows: [
        ['Field', 'Earlier', 'Now'],
        ['Button Text', 'Alder', 'Bet now'],
        ['Button Link', '/a', '/c changed again since'],
        ['Provider', 'Birch', 'Birch has the earlier value already'],
      ],
      boxes: [['checked'], [], ['disabled']],
    })
  })

  it('are alone where the item is deleted', () => {
    expect(rows(true)).toEqual({
      rows: [
        ['Field', 'Earlier'],
        ['Button Text', 'Alder'],
        ['Button Link', '/a'],
        ['Provider', 'Birch'],
      ],
      boxes: [],
    })
  })
})
