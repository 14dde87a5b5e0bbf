import { expect, it } from 'vitest'
import { leavesEdits } from './unsaved-guard.tsx'

it.each([
  ['another page of upcoming matches', 'upcoming=2026-03-01', true],
  ['another page of past matches', 'past=2026-03-01', true],
  ['the matches without prices', 'prices=ended', true],
  ['another league', 'league=b', true],
  ['another tab', 'league=a&tab=footer', false],
])('%s: whether edits are asked about', (_, to, asks) => {
  const search = (text: string) => ({ pathname: '/admin/matches', search: `?${text}` })
  const from = 'league=a'
  expect(leavesEdits(search(from), search(to.includes('league') ? to : `${from}&${to}`))).toBe(asks)
})

it('edits of a whole screen stay on its other addresses', () => {
  const at = (pathname: string) => ({ pathname, search: '' })
  const asks = (to: string) =>
    leavesEdits(at('/admin/translations'), at(to), { within: '/admin/translations' })
  expect([asks('/admin/translations/matches'), asks('/admin')]).toEqual([false, true])
})

it('a form with its own subjects keeps its input when another parameter changes', () => {
  const at = (search: string) => ({ pathname: '/admin/matches', search })
  const asks = (to: string) => leavesEdits(at('?league=a'), at(to), { subjects: ['league'] })
  expect([asks('?league=a&past=2026-03-01'), asks('?q=inter')]).toEqual([false, true])
})
