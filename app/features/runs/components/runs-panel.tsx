import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { textOfKey } from '#app/platform/i18n/text-of-key.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, formatDuration, formatPercent } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Progress } from '#app/ui/admin/progress.tsx'
import { PassingBanner } from '#app/ui/banner.tsx'
import { Relative } from '#app/ui/time.tsx'
import { isFeed, reasonKey, runErrorKey, sourceText } from '../run-texts.ts'
import type { ToolReason } from '../schema.ts'
import { isUnderWay, type RunsState, type RunView } from './use-runs.ts'

/** Running and ended runs: progress, counts, the log of the latest run, and a stop button. */
export function RunsPanel({
  state,
  renew,
  started,
  sportName,
}: {
  state: RunsState | undefined
  renew: () => void
  /** The run that was requested here: its success is shown briefly. */
  started: string | undefined
  /** The name of a sport for the operator. */
  sportName: (name: string) => string
}) {
  const { t } = useTranslation('admin')
  const [first, ...others] = state?.runs ?? []
  const underWay = others.filter(isUnderWay)
  const over = others.filter((run) => !isUnderWay(run))
  return (
    <Panel title={t('runs.title')}>
      {!state && <p className="text-sm text-muted">{t('loading')}</p>}
      {state && !first && <p className="text-sm text-muted">{t('runs.none')}</p>}
      {first?.status === 'done' && first.id === started && (
        <PassingBanner key={first.id}>
          <bdi>{sourceText(t, first.kind)}</bdi>: {t('runs.status.done')}
        </PassingBanner>
      )}
      {first && (
        <>
          <RunProgress run={first} renew={renew} sportName={sportName} />
          <Counts run={first} />
          <Log lines={state?.lines ?? []} />
        </>
      )}
      {underWay.map((run) => (
        <RunProgress key={run.id} run={run} renew={renew} sportName={sportName} />
      ))}
      {over.length > 0 && (
        <details>
          <summary className="min-h-10 cursor-pointer py-2 text-sm font-semibold text-heading">
            {t('runs.before', { count: over.length })}
          </summary>
          <ol className="flex flex-col divide-y divide-line">
            {over.map((run) => (
              <li key={run.id} className="flex flex-col gap-1 py-2">
                <RunLineHead run={run} sportName={sportName} />
                <Counts run={run} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </Panel>
  )
}

/** The run's kind, sport, status, start, duration and requester. */
function RunLineHead({ run, sportName }: { run: RunView; sportName: (name: string) => string }) {
  const { t, i18n } = useTranslation('admin')
  const { sport } = run.params
  const { startedAt, finishedAt } = run
  const took = startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : undefined
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <span className="font-semibold text-heading">
        {sourceText(t, run.kind)}
        {typeof sport === 'string' && (
          <>
            {' · '}
            <bdi>{sportName(sport)}</bdi>
          </>
        )}
      </span>
      <span className={run.status === 'failed' ? 'text-danger' : 'text-muted'}>
        {t(`runs.status.${run.status}`)}
      </span>
      <span className="text-xs text-muted">
        <Relative at={run.finishedAt ?? run.createdAt} />
        {took !== undefined && ` · ${formatDuration(took, i18n.language)}`}
      </span>
      {run.requester && <bdi className="text-xs text-muted">{run.requester}</bdi>}
      {run.error && <RunError kind={run.kind} {...run.error} />}
    </p>
  )
}

function RunError({ kind, code, message }: { kind: string; code: string; message: string }) {
  const { t } = useTranslation('admin')
  const text = textOfKey(t, runErrorKey(kind, code), undefined, { detail: message })
  return (
    <span className="w-full text-danger">
      {text} {!text.includes(message) && <bdi className="text-xs">{message}</bdi>}
    </span>
  )
}

function RunProgress({
  run,
  renew,
  sportName,
}: {
  run: RunView
  renew: () => void
  sportName: (name: string) => string
}) {
  const { t, i18n } = useTranslation('admin')
  const percent = formatPercent(run.percent / 100, i18n.language, 0)
  const fetcher = useFetcher()
  const cancel = () => {
    fetcher.submit(JSON.stringify({ intent: 'cancel', runId: run.id }), {
      method: 'post',
      action: '/admin/runs',
      encType: 'application/json',
    })
    renew()
  }
  return (
    <div className="flex flex-col gap-2" aria-live="polite">
      <RunLineHead run={run} sportName={sportName} />
      {isUnderWay(run) && (
        <div className="flex items-center gap-3">
          <Progress percent={run.percent} label={t('runs.progress', { percent: run.percent })} />
          <span className="w-40 text-xs text-muted tabular-nums">
            {percent}{' '}
            {run.waiting
              ? t('runs.waiting', { ...run.waiting })
              : isFeed(run.kind) && t(stageKey(run.percent))}
          </span>
          <ActionButton
            unavailable={run.status === 'cancelling' || fetcher.state !== 'idle'}
            onClick={cancel}
            className="button-quiet min-h-10 px-4 text-sm"
          >
            {t('runs.cancel')}
          </ActionButton>
        </div>
      )}
    </div>
  )
}

/** The stages of an import: 10 fetched, 20 sport, 30 countries, 35 leagues, to 95 matches, 100 done. */
function stageKey(percent: number) {
  if (percent < 10) return 'runs.stage.fetching' as const
  if (percent < 20) return 'runs.stage.sport' as const
  if (percent < 30) return 'runs.stage.countries' as const
  if (percent < 35) return 'runs.stage.leagues' as const
  if (percent < 100) return 'runs.stage.items' as const
  return 'runs.stage.done' as const
}

function Counts({ run }: { run: RunView }) {
  const { t, i18n } = useTranslation('admin')
  const counts = Object.entries(run.counts).filter(([, count]) => count > 0)
  // A tool's requests and its results are different numbers.
  const countText = (name: string) =>
    [`runs.count.${run.kind}-${name}`, `runs.count.${name}`, `dataMapping.count.${name}`].reduceRight(
      (otherwise, key) => textOfKey(t, key, otherwise),
      name,
    )
  if (counts.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {counts.map(([name, count]) => (
        <div key={name} className="flex gap-1">
          <dt className="text-muted">{countText(name)}</dt>
          <dd className="font-semibold text-heading tabular-nums">{formatCount(count, i18n.language)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Log({ lines }: { lines: RunsState['lines'] }) {
  const { t } = useTranslation('admin')
  const end = useRef<HTMLOListElement>(null)
  const last = lines.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each new line
  useEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight })
  }, [last])
  if (lines.length === 0) return null
  return (
    <section aria-label={t('runs.log')}>
      <h3 className="text-sm font-semibold text-heading">{t('runs.log')}</h3>
      <ol
        ref={end}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="max-h-64 overflow-y-auto rounded-md border border-line bg-ground p-2 text-xs"
      >
        {lines.map((line) => (
          <li key={line.id} className={line.level === 'rejected' ? 'text-danger' : 'text-warning'}>
            <span className="font-semibold">
              {t(reasonKey(line.reason as ToolReason), { defaultValue: line.reason })}
            </span>{' '}
            <bdi className="break-words">{[line.externalId, line.detail].filter(Boolean).join(': ')}</bdi>
          </li>
        ))}
      </ol>
    </section>
  )
}
