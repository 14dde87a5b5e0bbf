import { expect, it } from 'vitest'
import type { STAFF_ROLES } from '#app/features/accounts/permissions.ts'
import { adminText, drawScreen } from '#tests/support/screen.tsx'
import { Menu } from './menu.tsx'
import { MENU_GROUPS, NAVIGATION, searchEntries } from './navigation.ts'

const nameOf = ({ text, group }: (typeof NAVIGATION)[number]) =>
  group ? `${adminText(text)} ${adminText(`menu.group.${group}`)}` : adminText(text)
const find = (search: string) => searchEntries(NAVIGATION, search, nameOf).map(({ to }) => to.slice(7))

it.each([
  ['earn', ['earnings']],
  ['  MÁNAGE lea', ['leagues']],
  ['hooks', ['webhooks']],
  ['business', ['affiliate-buttons', 'promotions', 'clicks', 'earnings', 'experiments', 'audiences']],
  ['nothing like it', []],
])('the search of the menu for %j finds %j', (search, expected) => {
  expect(find(search)).toEqual(expected)
})

it('the menu has few entries in each group, and each entry once', () => {
  for (const group of MENU_GROUPS)
    expect(NAVIGATION.filter((entry) => entry.group === group).length).toBeLessThanOrEqual(7)
  expect(new Set(NAVIGATION.map(({ to }) => to)).size).toBe(NAVIGATION.length)
})

const draw = (role: (typeof STAFF_ROLES)[number], path: string) => drawScreen(<Menu role={role} />, path)

it('the group of the screen is open, and no other', () => {
  const drawn = draw('owner', '/admin/sources/promo')
  const groups = drawn.split('<details').slice(1)
  const names = ['Odds and feeds', 'Catalogue', 'Business', 'Site and texts', 'Operation']
  expect(groups).toHaveLength(names.length)
  for (const [at, name] of names.entries()) expect(groups[at]).toContain(name)
  const open = groups.filter((it) => it.startsWith(' open'))
  expect(open).toHaveLength(1)
  expect(open[0]).toContain(adminText('menu.group.odds'))
})

it('a role sees the groups of what it may read alone', () => {
  const drawn = draw('editor', '/admin')
  expect(drawn).not.toContain(adminText('menu.group.odds'))
  expect(drawn).not.toContain('"/admin/settings"')
  expect(drawn).toContain('"/admin/pages"')
})
