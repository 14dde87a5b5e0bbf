import { useCallback, useState } from 'react'
import { z } from 'zod'
import {
  listCountryChoices,
  listLeagueChoices,
  listSportChoices,
} from '#app/features/catalogue/editor-queries.server.ts'
import { makeMatch } from '#app/features/imports/store/make-match.server.ts'
import { saveMatches } from '#app/features/matches/editor-commands.server.ts'
import {
  findChosenPlace,
  listEditorMatches,
  type MatchScope,
  parseCursor,
} from '#app/features/matches/editor-queries.server.ts'
import { matchChange, newMatch } from '#app/features/matches/editor-schema.ts'
import { type SearchTerms, toTerms } from '#app/features/names/search-terms.ts'
import { readSearchText } from '#app/features/names/search-text.ts'
import { changesSchema } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { checkChanges, readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { MatchLists } from './match-lists.tsx'
import { NewMatch } from './new-match.tsx'
import { PlaceSelects } from './place-selects.tsx'
import { TeamSearch } from './team-search.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'matches.read')
  const query = url.searchParams
  const typed = query.get('q')?.trim() ?? ''
  const text = readSearchText(typed)
  const terms = text === null ? null : toTerms(text)
  const place = await reading(services, 'matches', findChosenPlace(services, query))
  const isEnded = query.get('prices') === 'ended'
  const scope = scopeOf({ terms, typed, league: place.league, isEnded })
  const at = { upcoming: parseCursor(query.get('upcoming')), past: parseCursor(query.get('past')) }
  const [sports, countries, leagues, lists] = await Promise.all([
    reading(services, 'sports', listSportChoices(services)),
    place.sport ? reading(services, 'countries', listCountryChoices(services, place.sport)) : [],
    place.country ? reading(services, 'leagues', listLeagueChoices(services, place.country)) : [],
    scope && reading(services, 'matches', listEditorMatches(services, scope, at, new Date())),
  ])
  return { view: url.search, typed, isEnded, place, sports, countries, leagues, lists }
}

function scopeOf(asked: {
  terms: SearchTerms | null
  typed: string
  league: string | null
  isEnded: boolean
}): MatchScope | null {
  const { terms, typed, league, isEnded } = asked
  if (isEnded) return { endedPrices: new Date() }
  if (terms) return { terms }
  return league !== null && !typed ? { league } : null
}

const matchesRequest = z.union([
  z.object({ kind: z.literal('create'), values: z.record(z.string(), z.string()) }),
  changesSchema,
])

export const action = adminAction('matches.change', async ({ services, actor, request }) => {
  const asked = await readJson(request, matchesRequest)
  if ('kind' in asked) {
    const read = newMatch.safeParse(asked.values)
    if (read.success) return makeMatch(services, read.data, actor)
    const found = read.error.issues.map(({ path, message }) => ({
      column: String(path[0]),
      problem: message,
    }))
    return { kind: 'refused-match' as const, problems: found }
  }
  const { changes, problems } = checkChanges(asked, matchChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveMatches(services, changes, actor)
})

const NOTHING: ReadonlySet<string> = new Set()

export default function ManageMatches({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const { view, typed, isEnded, lists, place, sports, countries, leagues } = loaderData
  const nameOf = (choices: readonly { id: string; name: string }[], id: string | null) =>
    choices.find((choice) => choice.id === id)?.name ?? ''
  const chosen = {
    sport: nameOf(sports, place.sport),
    country: nameOf(countries, place.country),
    league: nameOf(leagues, place.league),
  }
  // Kept across pages and searches, so that matches of several leagues can be changed together.
  const [selected, setSelected] = useState(NOTHING)
  const select = useCallback(
    (ids: readonly string[], on: boolean) =>
      setSelected((now) => {
        const next = new Set(now)
        for (const id of ids) on ? next.add(id) : next.delete(id)
        return next
      }),
    [],
  )
  return (
    <AdminPage
      title={t('matches.title')}
      description={t('matches.description')}
      actions={<ListLink list="matches" />}
    >
      <div className="grid items-end gap-x-6 gap-y-3 xl:grid-cols-[1fr_22rem]">
        <PlaceSelects {...loaderData} />
        <TeamSearch typed={typed} />
      </div>
      {isEnded && <h2 className="text-base font-semibold text-heading">{t('matches.prices-ended')}</h2>}
      {lists && lists.upcoming.count + lists.past.count + lists.skipped > 0 ? (
        <MatchLists
          key={`${loaderData.place.league} ${typed} ${isEnded}`}
          lists={lists}
          view={view}
          selected={selected}
          select={select}
          clear={() => setSelected(NOTHING)}
        />
      ) : (
        <Empty>
          {lists && !typed && t(isEnded ? 'alerts.none' : 'matches.empty')}
          {lists && typed && t('matches.none-found', { text: typed })}
          {!lists && t(typed ? 'matches.search-short' : 'matches.choose')}
        </Empty>
      )}
      <NewMatch
        key={Object.values(place).join(' ')}
        chosen={chosen}
        known={{ sport: sports, country: countries, league: leagues }}
        isOpen={sports.length === 0}
      />
    </AdminPage>
  )
}
