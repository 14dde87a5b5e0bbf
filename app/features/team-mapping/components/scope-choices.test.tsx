import { beforeEach, expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/screen.tsx'
import type { MappingScope } from '../schema.ts'
import { ScopeFields } from './scope-fields.tsx'

interface Select {
  label: string
  value: string
  disabled?: boolean
  onValue: (id: string) => void
}

/** The selects of the last rendering. */
const drawn = vi.hoisted(() => ({ selects: [] as Select[] }))
vi.mock('#app/ui/admin/fields.tsx', () => ({
  SelectField: (select: Select) => {
    drawn.selects.push(select)
    return null
  },
}))
beforeEach(() => {
  drawn.selects = []
})

/** Renders the fields of a scope. Returns the scope after another option is selected. */
function choose(scope: MappingScope) {
  let chosen = scope
  const keep = (next: MappingScope) => {
    chosen = next
  }
  drawScreen(<ScopeFields sports={[{ id: 'soccer', name: 'Soccer' }]} scope={scope} onScope={keep} />)
  return (label: string, id: string) => {
    drawn.selects.find((select) => select.label === label)?.onValue(id)
    return chosen
  }
}

const NOTHING = { sportId: null, countryId: null, leagueId: null }
const LEAGUE = { sportId: 'soccer', countryId: 'italy', leagueId: 'serie-a' }

it.each([
  [NOTHING, ['Country', 'League']],
  [{ ...NOTHING, sportId: 'soccer' }, ['League']],
  [{ ...LEAGUE, leagueId: null }, []],
])('enables a place once the one above it is chosen: %j', (scope, disabled) => {
  choose(scope)
  expect(drawn.selects.map(({ label }) => label)).toEqual(['Sport', 'Country', 'League'])
  expect(drawn.selects.filter((select) => select.disabled).map(({ label }) => label)).toEqual(disabled)
})

it.each([
  ['Sport', 'tennis', { sportId: 'tennis', countryId: null, leagueId: null }],
  ['Sport', '', NOTHING],
  ['Country', 'spain', { sportId: 'soccer', countryId: 'spain', leagueId: null }],
  ['Country', '', { sportId: 'soccer', countryId: null, leagueId: null }],
  ['League', 'serie-b', { ...LEAGUE, leagueId: 'serie-b' }],
  ['League', '', { ...LEAGUE, leagueId: null }],
])('clears the choices below a changed %s: "%s"', (label, id, scope) => {
  expect(choose(LEAGUE)(label, id)).toEqual(scope)
})
