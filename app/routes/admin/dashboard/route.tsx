import { Boxes, Import, type LucideIcon, Megaphone, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { type Part as BackOfficePart, may, type Permission } from '#app/features/accounts/permissions.ts'
import { countClicksByDay } from '#app/features/affiliates/click-report.server.ts'
import { lastDays } from '#app/features/affiliates/click-report.ts'
import { hideFirstSteps, keepLanguages, readFirstSteps } from '#app/features/dashboard/first-steps.server.ts'
import {
  listFeedHealth,
  listMissingTranslations,
  listUnmappedTeams,
  listUnpricedToday,
  summariseLeagues,
} from '#app/features/dashboard/queries.server.ts'
import { readDemoPercent } from '#app/features/imports/demo-loading.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { Services } from '#app/platform/services.ts'
import { dayOf } from '#app/platform/time.ts'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { useRights } from '#app/ui/admin/rights.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { readJson } from '../changes.server.ts'
import { DemoProgress } from '../demo-progress.tsx'
import { adminAction, backOffice } from '../guard.server.ts'
import { siteZone } from '../site-zone.server.ts'
import type { Route } from './+types/route'
import { FirstSteps } from './first-steps.tsx'
import { ClicksOfTheWeek, Feeds, Leagues, Translations, UnmappedTeams, UnpricedMatches } from './panels.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'dashboard.read')
  const reads = (part: BackOfficePart) => may(actor.role, `${part}.read`)
  const zone = (await orNull(services, 'zone', siteZone(services))) ?? 'UTC'
  const week = lastDays(7, dayOf(new Date(), zone))
  const [demoPercent, unpriced, feeds, unmapped, translations, clicks, leagues] = await Promise.all([
    orNull(services, 'demonstration', readDemoPercent(services.database.kysely)),
    orNull(services, 'matches', listUnpricedToday(services, zone)),
    reads('feeds') ? orNull(services, 'feeds', listFeedHealth(services)) : null,
    reads('matching') ? orNull(services, 'teams', listUnmappedTeams(services)) : null,
    orNull(services, 'translations', listMissingTranslations(services)),
    orNull(services, 'clicks', countClicksByDay(services, week, zone)),
    orNull(services, 'leagues', summariseLeagues(services)),
  ])
  const steps = await orNull(services, 'first steps', readFirstSteps(services, translations))
  return { demoPercent, steps, unpriced, feeds, unmapped, translations, clicks, leagues }
}

const dashboardRequest = z.object({ kind: z.enum(['hide-first-steps', 'keep-languages']) })

export const action = adminAction('settings.change', async ({ services, actor, request }) => {
  const { kind } = await readJson(request, dashboardRequest)
  if (kind === 'keep-languages') {
    await keepLanguages(services, actor)
    return { kind: 'kept' as const }
  }
  await hideFirstSteps(services, actor)
  return { kind: 'hidden' as const }
})

/** A part that cannot be read is logged and shows an error in its place. */
async function orNull<T>(services: Services, part: string, work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    services.log.error({ err: error, part }, 'a part of the dashboard is not shown')
    return null
  }
}

/** The tabs of the import screen with a direct link. */
const TOOLS = ['odds', 'countries', 'leagues', 'seasons', 'teams', 'events'] as const

const CARDS: readonly {
  to: string
  permission: Permission
  text: 'import' | 'sports' | 'promotions' | 'data-mapping'
  icon: LucideIcon
}[] = [
  { to: '/admin/import', permission: 'imports.read', text: 'import', icon: Import },
  { to: '/admin/sports', permission: 'catalogue.read', text: 'sports', icon: Trophy },
  { to: '/admin/promotions', permission: 'promotions.read', text: 'promotions', icon: Megaphone },
  { to: '/admin/data-mapping', permission: 'matching.read', text: 'data-mapping', icon: Boxes },
]

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const { may } = useRights()
  const { demoPercent, steps, unpriced, feeds, unmapped, translations, clicks, leagues } = loaderData
  return (
    <AdminPage title={t('menu.dashboard')} description={t('dashboard.description')}>
      <DemoProgress percent={demoPercent} />
      {steps && <FirstSteps steps={steps} />}
      {may('imports.change') && (
        <nav aria-label={t('dashboard.quick-imports')} className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted">{t('dashboard.quick-imports')}</span>
          {TOOLS.map((tool) => (
            <Link key={tool} to={`/admin/import?tool=${tool}`} className="button-quiet min-h-10 px-4 text-sm">
              {t(`dashboard.import.${tool}`)}
            </Link>
          ))}
        </nav>
      )}
      <div className="gap-4 *:mb-4 *:break-inside-avoid lg:columns-2 xl:columns-3">
        <Part title={t('dashboard.unpriced')} to="/admin/matches" go={t('menu.matches')}>
          {unpriced && <UnpricedMatches {...unpriced} />}
        </Part>
        {may('feeds.read') && (
          <Part
            title={t('dashboard.feeds')}
            {...(may('imports.read')
              ? { to: '/admin/import', go: t('menu.import') }
              : { to: '/admin/sources', go: t('menu.sources') })}
          >
            {feeds && <Feeds feeds={feeds} />}
          </Part>
        )}
        <Part title={t('dashboard.clicks')} to="/admin/clicks" go={t('menu.clicks')}>
          {clicks && <ClicksOfTheWeek days={clicks} />}
        </Part>
        {may('matching.read') && (
          <Part title={t('dashboard.unmapped')} to="/admin/data-mapping" go={t('menu.data-mapping')}>
            {unmapped && <UnmappedTeams {...unmapped} />}
          </Part>
        )}
        <Part title={t('dashboard.translations')} to="/admin/translations" go={t('menu.translations')}>
          {translations && <Translations languages={translations} />}
        </Part>
        <Part title={t('dashboard.leagues')} to="/admin/leagues" go={t('menu.leagues')}>
          {leagues && <Leagues sports={leagues} />}
        </Part>
      </div>
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-4">
        {CARDS.filter(({ permission }) => may(permission)).map(({ to, text, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full items-center gap-3 rounded-lg border border-card-line bg-card p-4 hover:bg-card-hover"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0 text-icon" />
              <span>
                <span className="block font-semibold text-heading">{t(`menu.${text}`)}</span>
                <span className="block text-sm text-muted">{t(`dashboard.card.${text}`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </AdminPage>
  )
}

/** A panel with a link to the screen that solves its problem. */
function Part({
  title,
  to,
  go,
  children,
}: {
  title: string
  to: string
  go: string
  /** Null when it could not be read. */
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  return (
    <Panel
      title={title}
      actions={
        <Link to={to} className="text-sm text-link underline hover:text-link-hover">
          {go}
        </Link>
      }
    >
      {children ?? <Banner tone="error">{t('dashboard.failed')}</Banner>}
    </Panel>
  )
}
