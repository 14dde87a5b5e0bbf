import { useState } from 'react'
import { useFetcher } from 'react-router'
import { findFixedKeys } from '#app/features/feed-health/screen.server.ts'
import { HEALTH_STATES, isTroubled } from '#app/features/feed-health/state.ts'
import { type HealthView, listHealth } from '#app/features/feed-health/view.server.ts'
import { readDemoPercent } from '#app/features/imports/demo-loading.server.ts'
import { listEditorSchedules } from '#app/features/imports/schedules/schedules.server.ts'
import { isUnderWay, useReloadAfterRuns, useRuns } from '#app/features/runs/components/use-runs.ts'
import {
  decideMarket,
  listUnmatchedMarkets,
  marketDecision,
} from '#app/features/sources/market-mappings.server.ts'
import { columnText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { ReadyAction } from '#app/ui/admin/ready-action.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { AdminTable } from '#app/ui/admin/table.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { PassingBanner } from '#app/ui/banner.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { readJson } from '../changes.server.ts'
import { DemoProgress } from '../demo-progress.tsx'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { type Started, StartMessage } from '../import/use-start.tsx'
import type { Route } from './+types/route'
import { ConfirmedFact } from './confirmed-fact.tsx'
import { Fact } from './fact.tsx'
import { readMarketChoices } from './market-choices.server.ts'
import { SourceRow } from './source-row.tsx'
import { StateMark, shownState } from './state.tsx'
import { UnmatchedMarkets } from './unmatched-markets.tsx'
import { useGrowingOld } from './use-growing-old.ts'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'feeds.read')
  const db = services.database.kysely
  const now = new Date()
  const [health, schedules, demoPercent, unmatched, choices] = await reading(
    services,
    'screen',
    Promise.all([
      listHealth(db, services.env, now),
      listEditorSchedules(db),
      readDemoPercent(db),
      listUnmatchedMarkets(db),
      readMarketChoices(services, actor.language),
    ]),
  )
  const ill = health.filter(({ state }) => isTroubled(state)).map(({ feed }) => feed)
  const fixedKeys = await reading(services, 'screen', findFixedKeys(db, services.env, ill))
  return { health, schedules, demoPercent, unmatched, choices, fixedKeys }
}

/** Maps a market of a feed to one of ours, or ignores it. */
export const action = adminAction('feeds.change', async ({ services, actor, request }) =>
  decideMarket(services.database.kysely, await readJson(request, marketDecision), actor),
)

/** A column whose heading stands above its numbers. Long headings break, so that the table fits in every language. */
const NUMBER = 'md:text-end md:whitespace-normal'

/** Where changes of schedules are saved. */
const SCHEDULES = '/admin/schedules'

export default function Sources({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation('admin')
  const { health, schedules, unmatched, choices, fixedKeys } = loaderData
  const growingOld = useGrowingOld(health)
  const editor = useEditor(schedules, SCHEDULES)
  const runs = useRuns('/admin/runs')
  useReloadAfterRuns(runs.state)
  const running = new Set(runs.state?.runs.filter(isUnderWay).map(({ kind }) => kind))
  const starting = useFetcher<Started>()
  const [started, setStarted] = useState('')
  const run = (id: string, name: string) => {
    if (starting.state !== 'idle') return
    setStarted(name)
    starting.submit(JSON.stringify({ id }), {
      method: 'post',
      encType: 'application/json',
      action: `${SCHEDULES}/run`,
    })
  }
  const answer = starting.state === 'idle' ? starting.data : undefined
  const counts = ([...HEALTH_STATES, 'demo'] as const)
    .map((state) => ({ state, count: health.filter((one) => shownState(one) === state).length }))
    .filter(({ count }) => count > 0)
  /** Imports of the demonstration and by hand have no runs. */
  const hasTurns = health.some(({ turns }) => turns.length > 0)
  return (
    <AdminPage title={t('menu.sources')} description={t('sources.description')}>
      <ReadyAction at={SCHEDULES} />
      <DemoProgress percent={loaderData.demoPercent} />
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
        {counts.map(({ state, count }) => (
          <Fact key={state} number={formatCount(count, i18n.language)}>
            <StateMark state={state} />
          </Fact>
        ))}
        <Fact number={formatCount(unmatched.total, i18n.language)}>
          <a href="#unmatched" className="text-sm text-muted hover:underline">
            {t('sources.unmatched-count')}
          </a>
        </Fact>
        <ConfirmedFact />
      </ul>
      {answer?.kind === 'queued' && (
        <PassingBanner key={answer.runId}>{t('schedules.run-asked', { name: started })}</PassingBanner>
      )}
      {answer && <StartMessage kind={answer.kind} />}
      <AdminTable
        label={t('menu.sources')}
        isWide
        columns={[
          { key: 'source', text: t('schedules.source'), className: 'md:min-w-32' },
          { key: 'state', text: t('column.status') },
          ...(hasTurns
            ? [{ key: 'turns', text: t('sources.turns'), className: 'md:whitespace-normal' }]
            : []),
          { key: 'last', text: t('schedules.last'), className: 'md:whitespace-normal' },
          { key: 'every', text: t('schedules.every-min'), className: NUMBER },
          { key: 'read', text: t('sources.read'), className: NUMBER },
          { key: 'stored', text: t('sources.stored'), className: NUMBER },
          { key: 'rejected', text: t('sources.rejected'), className: NUMBER },
          { key: 'quota', text: t('schedules.quota'), className: 'md:whitespace-normal' },
          { key: 'actions', text: t('column.actions'), className: NUMBER },
        ]}
      >
        {inOrder(health).map((one) => {
          const row = editor.rows.find(({ id }) => id === one.id)
          return (
            row && (
              <SourceRow
                key={one.id}
                one={one}
                row={row}
                editor={editor}
                growingOld={growingOld.get(one.id)}
                fixedKey={fixedKeys.get(one.feed)}
                isRunning={running.has(one.feed)}
                hasTurns={hasTurns}
                onRun={(name) => run(one.id, name)}
              />
            )
          )
        })}
      </AdminTable>
      <div id="unmatched">
        <Panel title={t('sources.unmatched')} actions={<ListLink list="market_mappings" status="open" />}>
          <UnmatchedMarkets {...unmatched} choices={choices} action="/admin/sources" />
        </Panel>
      </div>
      <SaveBar
        editor={editor}
        texts={{ saved: t('schedules.saved'), column: (column) => columnText(t, column) }}
      />
    </AdminPage>
  )
}

/** What wants attention first; the paused ones last. */
function inOrder(health: readonly HealthView[]): HealthView[] {
  const order = [...HEALTH_STATES.filter((state) => state !== 'paused'), 'demo', 'paused'] as const
  const rank = (one: HealthView) => order.indexOf(shownState(one))
  return health.toSorted((one, other) => rank(one) - rank(other))
}
