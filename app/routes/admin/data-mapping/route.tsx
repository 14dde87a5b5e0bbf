import { useCallback } from 'react'
import { type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router'
import { MappingRuns } from '#app/features/team-mapping/components/mapping-runs.tsx'
import { ReviewQueue } from '#app/features/team-mapping/components/review-queue.tsx'
import { makeDecision } from '#app/features/team-mapping/make-decision.server.ts'
import {
  countMappings,
  hasSportsdbTeams,
  listMappingPlaces,
  listMappings,
  listSportChoices,
  readLastRuns,
} from '#app/features/team-mapping/queries.server.ts'
import { decisionSchema, readPage } from '#app/features/team-mapping/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

const MAPPINGS_A_PAGE = 20

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'matching.read')
  const { filter, after } = readPage(url.searchParams)
  const [sports, runs, hasTeams, counts, places, page] = await reading(
    services,
    'screen',
    Promise.all([
      listSportChoices(services),
      readLastRuns(services),
      hasSportsdbTeams(services),
      countMappings(services, filter),
      listMappingPlaces(services, filter),
      listMappings(services, filter, { after, limit: MAPPINGS_A_PAGE }),
    ]),
  )
  return { filter, isFirstPage: after === null, sports, runs, hasTeams, counts, places, ...page }
}

/** A decision on a row of the queue. */
export const action = adminAction('matching.change', async ({ services, actor, request }) =>
  makeDecision(services, await readJson(request, decisionSchema), actor),
)

/** Rows stay in place after a decision, so that the last decision can be seen and undone. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined || formMethod === 'GET' ? defaultShouldRevalidate : false
}

export default function DataMapping({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const { sports, runs, hasTeams, ...queue } = loaderData
  const { revalidate } = useRevalidator()
  const reload = useCallback(() => void revalidate(), [revalidate])
  return (
    <AdminPage
      title={t('menu.data-mapping')}
      description={t('dataMapping.description')}
      actions={<ListLink list="team_mappings" status={queue.filter.status} search={queue.filter.text} />}
    >
      <MappingRuns sports={sports} initial={runs} hasTeams={hasTeams} onTeamsEnd={reload} />
      <ReviewQueue {...queue} hasTeams={hasTeams} />
    </AdminPage>
  )
}
