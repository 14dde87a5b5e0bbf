import { createRef } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { shownText } from '#tests/support/html.ts'
import admin from '../../../../locales/en/admin.json'
import { type Candidates, FoundMatches } from './found-matches.tsx'

const found: Candidates = {
  option: '30',
  matches: 1200,
  odds: 2,
  from: '2026-03-01T15:00:00.000Z',
  to: '2026-10-22T09:30:00.000Z',
}

const show = (candidates: Candidates) =>
  renderToStaticMarkup(
    <I18nContext value={createI18n('en', { admin })}>
      <FoundMatches
        candidates={candidates}
        busy={false}
        question={createRef()}
        onYes={vi.fn()}
        onCancel={vi.fn()}
      />
    </I18nContext>,
  )

describe('what a period would remove', () => {
  it('is shown with its counts and its range before anything is removed', () => {
    const html = show(found)
    expect(html).toContain('role="alertdialog"')
    expect(shownText(html)).toBe(
      'Remove 1,200 matches with 2 odds? They started: Mar 1, 2026, 15:00:00 – Oct 22, 2026, 09:30:00 Yes, Remove Data Cancel',
    )
  })

  it('is nothing when no match is that old', () => {
    expect(shownText(show({ ...found, matches: 0 }))).toBe('No matches found to remove')
  })
})
