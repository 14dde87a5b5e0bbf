import { decideReview } from '#app/features/contests/commands.server.ts'
import { ReviewList } from '#app/features/contests/components/review-list.tsx'
import { listReviews } from '#app/features/contests/queries.server.ts'
import { decisionRequest } from '#app/features/contests/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'matching.read')
  return reading(services, 'screen', listReviews(services, new Date()))
}

export const action = adminAction('matching.change', async ({ services, actor, request }) =>
  decideReview(services, await readJson(request, decisionRequest), actor),
)

export default function Review({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  return (
    <AdminPage title={t('menu.review')} description={t('review.description')}>
      <ReviewList {...loaderData} />
    </AdminPage>
  )
}
