import { Link } from 'react-router'
import { scheduleText } from '#app/features/alerts/texts.ts'
import { HEALTH_STATES, isTroubled } from '#app/features/feed-health/state.ts'
import { type HealthView, listHealth } from '#app/features/feed-health/view.server.ts'
import {
  decideMarket,
  listUnmatchedMarkets,
  marketDecision,
} from '#app/features/sources/market-mappings.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, formatDuration } from '#app/platform/numbers.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { Relative } from '#app/ui/time.tsx'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { readMarketChoices } from './market-choices.server.ts'
import { OutsideText } from './outside-text.tsx'
import { Quota, Spending } from './quota.tsx'
import { StateMark, shownState } from './state.tsx'
import { TroubleText } from './trouble-text.tsx'
import { TurnBars } from './turn-bars.tsx'
import { UnmatchedMarkets } from './unmatched-markets.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'feeds.read')
  const db = services.database.kysely
  const [health, unmatched, choices] = await reading(
    services,
    'screen',
    Promise.all([
      listHealth(db, services.env, new Date()),
      listUnmatchedMarkets(db),
      readMarketChoices(services, actor.language),
    ]),
  )
  return { health, unmatched, choices }
}

/** Maps a market of a feed to one of ours, or ignores it. */
export const action = adminAction('feeds.change', async ({ services, actor, request }) =>
  decideMarket(services.database.kysely, await readJson(request, marketDecision), actor),
)

export default function Sources({ loaderData: { health, unmatched, choices } }: Route.ComponentProps) {
  const { t, i18n } = useTranslation('admin')
  const counts = ([...HEALTH_STATES, 'demo'] as const)
    .map((state) => ({
      state,
      count: health.filter((one) => shownState(one) === state).length,
    }))
    .filter(({ count }) => count > 0)
  return (
    <AdminPage title={t('menu.sources')} description={t('sources.description')}>
      <ul className="flex flex-wrap gap-3">
        {counts.map(({ state, count }) => (
          <li
            key={state}
            className="flex items-center gap-2 rounded-lg border border-card-line bg-card px-4 py-2"
          >
            <span className="text-2xl font-semibold text-heading tabular-nums">
              {formatCount(count, i18n.language)}
            </span>
            <StateMark state={state} />
          </li>
        ))}
      </ul>
      <AdminTable
        label={t('menu.sources')}
        isWide
        columns={[
          { key: 'source', text: t('schedules.source') },
          { key: 'state', text: t('column.status') },
          { key: 'turns', text: t('sources.turns') },
          { key: 'success', text: t('sources.last-success') },
          { key: 'newest', text: t('sources.newest') },
          { key: 'read', text: t('sources.read') },
          { key: 'rejected', text: t('sources.rejected') },
          { key: 'failures', text: t('sources.failures') },
          { key: 'quota', text: t('schedules.quota') },
        ]}
      >
        {inOrder(health).map((one) => (
          <HealthRow key={one.id} one={one} />
        ))}
      </AdminTable>
      <Panel title={t('sources.unmatched')}>
        <UnmatchedMarkets {...unmatched} choices={choices} action="/admin/sources" />
      </Panel>
    </AdminPage>
  )
}

/** What wants attention first; the paused ones last. */
function inOrder(health: readonly HealthView[]): HealthView[] {
  const order = [...HEALTH_STATES.filter((state) => state !== 'paused'), 'demo', 'paused'] as const
  const rank = (one: HealthView) => order.indexOf(shownState(one))
  return health.toSorted((one, other) => rank(one) - rank(other))
}

function HealthRow({ one }: { one: HealthView }) {
  const { t, i18n } = useTranslation('admin')
  const count = (number: number) => formatCount(number, i18n.language)
  const never = <span className="text-muted">{t('schedules.never')}</span>
  return (
    <AdminRow changed={false}>
      <th scope="row" className={`${CELL} text-start font-normal`}>
        <Link
          to={`/admin/sources/${one.feed}`}
          className="font-semibold text-link underline hover:text-link-hover"
        >
          {scheduleText(t, one)}
        </Link>
        <span className="block text-xs text-muted">
          {one.outside ? (
            <OutsideText outside={one.outside} />
          ) : one.cron === null ? (
            t('sources.every', { span: formatDuration(one.everyMinutes * MINUTE_MS, i18n.language) })
          ) : (
            <bdi dir="ltr">{one.cron}</bdi>
          )}
        </span>
      </th>
      <td className={CELL}>
        <StateMark state={shownState(one)} />
        {isTroubled(one.state) && <TroubleText one={one} kind={one.state} />}
      </td>
      <td className={CELL}>
        <TurnBars turns={one.turns} />
      </td>
      <td className={CELL}>{one.lastSuccessAt ? <Relative at={one.lastSuccessAt} /> : never}</td>
      <td className={CELL}>{one.newestPriceAt ? <Relative at={one.newestPriceAt} /> : '–'}</td>
      <td className={`${CELL} tabular-nums`}>
        {one.items === null ? '–' : count(one.items)}
        {one.usual && (
          <span className="block text-xs whitespace-nowrap text-muted">
            {t('sources.usual', { number: count(one.usual.items) })}
          </span>
        )}
      </td>
      <td className={`${CELL} tabular-nums`}>
        {one.rejected > 0 ? (
          <Link to={`/admin/sources/${one.feed}#rejected`} className="text-link underline">
            {count(one.rejected)}
          </Link>
        ) : (
          count(0)
        )}
      </td>
      <td className={`${CELL} tabular-nums ${one.failures > 0 ? 'font-semibold text-danger' : ''}`}>
        {count(one.failures)}
      </td>
      <td className={`${CELL} tabular-nums`}>
        {one.quota ? <Quota quota={one.quota} /> : '–'}
        <Spending credits={one.credits} quota={null} />
      </td>
    </AdminRow>
  )
}
