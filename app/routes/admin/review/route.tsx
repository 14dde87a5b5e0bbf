import { z } from 'zod'
import { listAutomatic, partAutomatic } from '#app/features/contests/automatic.server.ts'
import { decideReview } from '#app/features/contests/commands.server.ts'
import { AutomaticList } from '#app/features/contests/components/automatic-list.tsx'
import { DecisionList } from '#app/features/contests/components/decision-list.tsx'
import { ReviewList } from '#app/features/contests/components/review-list.tsx'
import { listDecisions, listReviews } from '#app/features/contests/queries.server.ts'
import { decisionRequest, partRequest } from '#app/features/contests/schema.ts'
import { undoDecision } from '#app/features/contests/undo-decision.server.ts'
import { readPlaceFinder } from '#app/features/names/find-places.server.ts'
import { storeWinners } from '#app/features/outrights/commands.server.ts'
import { WinnerList } from '#app/features/outrights/components/winner-list.tsx'
import { listOutrightsToDecide } from '#app/features/outrights/editor-queries.server.ts'
import { winnersRequest } from '#app/features/outrights/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { Tabs } from '#app/ui/admin/tabs.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

const TABS = ['open', 'decided', 'outrights'] as const
const pageNumber = z.coerce.number().int().min(1).max(10_000).catch(1)

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'matching.read')
  const tab = url.searchParams.get('tab')
  const page = pageNumber.parse(url.searchParams.get('page') ?? 1)
  if (tab === 'outrights') {
    const asked = { page, now: new Date() }
    const list = await reading(services, 'screen', listOutrightsToDecide(services, asked))
    return { tab: 'outrights' as const, ...list }
  }
  const text = (url.searchParams.get('q') ?? '').trim().slice(0, 100)
  if (tab !== 'decided')
    return { tab: 'open' as const, text, ...(await reading(services, 'screen', readOpen())) }
  const automaticPage = pageNumber.parse(url.searchParams.get('automatic') ?? 1)
  const [list, automatic] = await reading(services, 'screen', readDecided())
  return { tab: 'decided' as const, text, page, ...list, automatic: { ...automatic, page: automaticPage } }

  async function readOpen() {
    const placesOf = await readPlaceFinder(services, actor.language)
    return listReviews(services, { text, page, placesOf, now: new Date() })
  }

  async function readDecided() {
    const placesOf = await readPlaceFinder(services, actor.language)
    return Promise.all([
      listDecisions(services, { text, page, placesOf }),
      listAutomatic(services, { text, page: automaticPage, placesOf }),
    ])
  }
}

export const action = adminAction('matching.change', async ({ services, actor, request }) => {
  const asked = await readJson(request, z.union([decisionRequest, partRequest, winnersRequest]))
  if ('winners' in asked) return storeWinners(services, asked, actor)
  if ('part' in asked) return partAutomatic(services, asked, actor)
  const { id, answer } = asked
  return answer === 'undo' ? undoDecision(services, id, actor) : decideReview(services, { id, answer }, actor)
})

export default function Review({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  return (
    <AdminPage
      title={t('menu.review')}
      description={t('review.description')}
      actions={
        loaderData.tab !== 'outrights' && (
          <ListLink
            list={loaderData.tab === 'open' ? 'match_reviews' : 'review_decisions'}
            search={loaderData.text}
          />
        )
      }
    >
      <Tabs
        label={t('menu.review')}
        tabs={TABS.map((key) => ({ key, text: t(`review.tab-${key}`) }))}
        current={loaderData.tab}
        to={(key) => (key === 'open' ? '?' : `?tab=${key}`)}
      />
      {loaderData.tab === 'open' && <ReviewList {...loaderData} />}
      {loaderData.tab === 'outrights' && <WinnerList {...loaderData} />}
      {loaderData.tab === 'decided' && (
        <>
          <DecisionList {...loaderData} />
          <AutomaticList text={loaderData.text} {...loaderData.automatic} />
        </>
      )}
    </AdminPage>
  )
}
