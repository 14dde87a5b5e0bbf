import { data } from 'react-router'
import type { Candidates } from '#app/features/removal/components/found-matches.tsx'
import { readRemovalCandidates } from '#app/features/removal/queries.server.ts'
import { REMOVAL_OPTIONS } from '#app/features/removal/rules.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/candidates'

/** The data that a period would remove, `?option=30`. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Candidates> {
  const { services } = backOffice(context, 'imports.read')
  const option = REMOVAL_OPTIONS.find((it) => it === url.searchParams.get('option'))
  if (!option) throw data(null, { status: 404 })
  const found = await readRemovalCandidates(services.database.kysely, option, new Date())
  const { matches, odds, from, to } = found
  return { option, matches, odds, from: from?.toISOString() ?? null, to: to?.toISOString() ?? null }
}
