import { describe, expect, it } from 'vitest'
import { controlOf, shownText } from '#tests/support/html.ts'
import { drawScreen } from '#tests/support/screen.tsx'
import type { LastRuns, RunState } from '../queries.server.ts'
import { MESSAGE_LABELS, type MessageCode } from '../schema.ts'
import { MappingRuns } from './mapping-runs.tsx'
import { RunStatus } from './run-status.tsx'
import { narrowed } from './scope-fields.tsx'

const run = (rest: Partial<RunState> = {}): RunState => ({
  id: 'r',
  status: 'done',
  place: { sport: null, country: null, league: null },
  percent: 0,
  counts: {},
  outcome: null,
  log: [],
  createdAt: '2026-03-01T00:00:00Z',
  finishedAt: null,
  ...rest,
})
const ended = (code: MessageCode, values: Record<string, string | number> = {}) =>
  run({ outcome: { code, values, label: MESSAGE_LABELS[code] } })

describe('the panels', () => {
  const panels = (runs: Partial<LastRuns> = {}) => {
    const html = drawScreen(
      <MappingRuns
        sports={[{ id: 's', name: 'Soccer' }]}
        initial={{ data: null, teams: null, ...runs }}
        hasTeams
        onTeamsEnd={() => {}}
      />,
    )
    return html.split('<section').slice(1)
  }

  it('are those of names and of teams, each with its button and its status', () => {
    const [data = '', teams = '', ...more] = panels()
    expect(more).toEqual([])
    for (const [panel, title, button] of [
      [data, 'Data Mapping', 'Map Data'],
      [teams, 'Team Mappings', 'Map Teams'],
    ] as const) {
      expect(panel).toMatch(new RegExp(`<h2[^>]*>${title}</h2>`))
      expect(panel).toMatch(new RegExp(`<button type="submit"[^>]*>${button}</button>`))
      expect(panel).toMatch(/<div role="status">Not run yet\.</)
    }
  })

  it('have a sport, a country and a league to choose, each after the one above it', () => {
    for (const panel of panels()) {
      const labels = [...panel.matchAll(/<label for="[^"]*"[^>]*>([^<]*)</g)].map(([, text]) => text)
      expect(labels).toEqual(['Sport', 'Country', 'League'])
      const options = [...panel.matchAll(/<option value=""[^>]*>([^<]*)</g)].map(([, text]) => text)
      expect(options).toEqual(['All Sports', 'All Countries', 'All Leagues'])
      expect(panel).toMatch(/<option value="s">Soccer</)
      expect(controlOf(panel, 'Sport')).not.toContain(' disabled=')
      expect(controlOf(panel, 'Country')).toContain(' disabled=')
      expect(controlOf(panel, 'League')).toContain(' disabled=')
    }
  })

  it.each(['queued', 'running', 'cancelling'] as const)(
    'report that they are busy while a run is %s',
    (status) => {
      const [data, teams] = panels({ data: run({ status }), teams: run({ status }) })
      expect(data).toMatch(/<button type="submit"[^>]* aria-disabled="true"[^>]*>Mapping Data\.\.\.</)
      expect(teams).toMatch(/<button type="submit"[^>]* aria-disabled="true"[^>]*>Mapping Teams\.\.\.</)
    },
  )

  it('enable their buttons again once a run is over', () => {
    const [data, teams] = panels({ data: ended('done.matches', { n: 1 }), teams: ended('none.teams') })
    expect(data).toMatch(/<button type="submit"[^>]*>Map Data</)
    expect(teams).toMatch(/<button type="submit"[^>]*>Map Teams</)
  })

  it('show what a run of teams counted in a box of its own', () => {
    const [data = '', teams = ''] = panels({
      data: run(),
      teams: run({ counts: { read: 4, unmatched: 1 } }),
    })
    expect(shownText(teams)).toContain('Debug Info read 4 unmatched 1')
    expect(data).not.toContain('Debug Info')
  })
})

describe('the scope of a run', () => {
  const scope = { sportId: 's', countryId: 'c', leagueId: 'l' }

  it.each([
    ['sportId', 'x', { sportId: 'x', countryId: null, leagueId: null }],
    ['sportId', '', { sportId: null, countryId: null, leagueId: null }],
    ['countryId', 'x', { sportId: 's', countryId: 'x', leagueId: null }],
    ['countryId', '', { sportId: 's', countryId: null, leagueId: null }],
    ['leagueId', 'x', { sportId: 's', countryId: 'c', leagueId: 'x' }],
  ] as const)('clears the choices below a %s that becomes "%s"', (level, id, expected) => {
    expect(narrowed(scope, level, id)).toEqual(expected)
  })
})

describe('the status of a run', () => {
  const status = (state: RunState | null, isStarting = false) =>
    shownText(
      drawScreen(<RunStatus run={state} isStarting={isStarting} isFresh={false} onCancel={undefined} />),
    )

  it('changes from not run to running at once, then to its message', () => {
    expect(status(null)).toBe('Not run yet.')
    expect(status(null, true)).toBe('running')
    expect(status(ended('none.teams'), true)).toBe('running')
    expect(
      status(run({ status: 'queued', place: { sport: 'Soccer', country: null, league: null } })),
    ).toMatch(/^running: Soccer /)
    expect(status(run({ status: 'running' }))).toMatch(/^running: everything /)
    expect(status(ended('done.matches', { n: 12 }))).toMatch(/^Successfully updated 12 matches with names\. /)
  })

  it('counts the rows that a run could not write', () => {
    const counted = (of: RunState, counts: Record<string, number>) => status({ ...of, counts })
    expect(counted(ended('done.matches', { n: 7 }), { updated: 7, errors: 2 })).toMatch(
      /^Successfully updated 7 matches with names\. Error updating 2 matches\. /,
    )
    expect(counted(ended('done.teams', { n: 3, m: 7 }), { inserted: 7, errors: 2 })).toMatch(
      /^Mapped 3 of 7 teams\. Error inserting 2 team mappings\. /,
    )
  })

  it('is red after a failure, and green while a success is new', () => {
    const toneOf = (state: RunState, isFresh: boolean) => {
      const html = drawScreen(
        <RunStatus run={state} isStarting={false} isFresh={isFresh} onCancel={undefined} />,
      )
      return /^<div class="[^"]*\btext-(\w+)"/.exec(html)?.[1]
    }
    const done = ended('done.matches', { n: 7 })
    const failed = { ...ended('error.data-run', { detail: 'timeout' }), status: 'failed' as const }
    expect([toneOf(done, true), toneOf(done, false)]).toEqual(['accent', 'body'])
    expect([toneOf(failed, true), toneOf(failed, false)]).toEqual(['danger', 'danger'])
  })

  const detail = 'timeout'
  it.each([
    ['error.fetch-leagues-country', { detail }, 'Error fetching leagues for the selected country: timeout'],
    ['error.fetch-leagues-sport', { detail }, 'Error fetching leagues for the selected sport: timeout'],
    ['error.fetch-matches', { detail }, 'Error fetching matches: timeout'],
    ['error.update-matches', { n: 7 }, 'Error updating 7 matches.'],
    ['error.data-run', { detail }, 'Error during data mapping: timeout'],
    ['none.leagues-country-sport', {}, 'No leagues found for the selected country and sport.'],
    ['none.leagues-sport', {}, 'No leagues found for the selected sport.'],
    ['none.matches', {}, 'No matches found matching the selected criteria.'],
    ['none.matches-to-update', {}, 'No matches found that needed updating based on the selected criteria.'],
    ['done.matches', { n: 7 }, 'Successfully updated 7 matches with names.'],
    ['error.fetch-teams', { detail }, 'Error fetching data from sportsdb_teams: timeout'],
    ['error.insert-mappings', { n: 7 }, 'Error inserting 7 team mappings.'],
    ['error.fetch-match-teams', { detail }, 'Error fetching unique team data from matches: timeout'],
    ['error.fetch-unmapped', { detail }, 'Error fetching unmapped teams: timeout'],
    ['error.team-run', { detail }, 'Error during team mapping: timeout'],
    ['none.teams', {}, 'No teams found in matches.'],
    ['none.unmapped', {}, 'No unmapped teams found.'],
    ['done.teams', { n: 3, m: 7 }, 'Mapped 3 of 7 teams.'],
  ] as const)('after %s %o: %s', (code, values, text) => {
    expect(status(ended(code, values)).split(' everything')[0]).toBe(text)
  })
})
