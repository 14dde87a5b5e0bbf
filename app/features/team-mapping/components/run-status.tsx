import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Progress } from '#app/ui/admin/progress.tsx'
import { Relative } from '#app/ui/time.tsx'
import type { RunState } from '../queries.server.ts'
import { isUnderWay } from './use-mapping-runs.ts'

/** The status text of a panel: not run yet, running with a stop button, or how the last run ended. */
export function RunStatus({
  run,
  isStarting,
  isFresh,
  onCancel,
}: {
  run: RunState | null
  /** A run was requested and its status is not known yet. */
  isStarting: boolean
  /** The run has just ended. */
  isFresh: boolean
  /** Undefined while a response is pending. */
  onCancel: ((runId: string) => void) | undefined
}) {
  const { t, i18n } = useTranslation('admin')
  const failed = run?.status === 'failed'
  const tone = failed
    ? 'border-danger text-danger'
    : isFresh && run?.status === 'done'
      ? 'border-accent text-accent'
      : 'border-line text-body'
  return (
    <div
      className={`flex min-h-16 flex-col justify-center gap-2 rounded-md border px-3 py-2 text-sm ${tone}`}
    >
      <div role="status">
        <StatusText run={run} isStarting={isStarting} />
      </div>
      {run && isUnderWay(run) && (
        <div className="flex items-center gap-3">
          <Progress percent={run.percent} label={t('runs.progress', { percent: run.percent })} />
          <span className="w-12 text-xs text-muted tabular-nums">
            {formatPercent(run.percent / 100, i18n.language, 0)}
          </span>
          <ActionButton
            unavailable={run.status === 'cancelling' || !onCancel}
            onClick={() => onCancel?.(run.id)}
            className="button-quiet min-h-10 px-4 text-sm"
          >
            {t('runs.cancel')}
          </ActionButton>
        </div>
      )}
    </div>
  )
}

function StatusText({ run, isStarting }: { run: RunState | null; isStarting: boolean }) {
  const { t, i18n } = useTranslation('admin')
  const names = usePlaceNames()
  if (isStarting && !isUnderWay(run)) {
    return <p className="first-letter:uppercase">{t('runs.status.running')}</p>
  }
  if (!run) return t('dataMapping.idle')
  const place = <bdi>{names.line(run.place, ', ') || t('dataMapping.everything')}</bdi>
  if (isUnderWay(run)) {
    // The time until the worker starts the run is not shown to the user.
    const status = run.status === 'cancelling' ? 'cancelling' : 'running'
    return (
      <p className="first-letter:uppercase">
        {withColon(t(`runs.status.${status}`), i18n.language)} {place}
      </p>
    )
  }
  const { outcome, counts } = run
  const errors = counts.errors ?? 0
  return (
    <>
      <p>{outcome ? t(outcome.label, names.values(outcome.values)) : t('dataMapping.lost')}</p>
      {run.status === 'done' && errors > 0 && (
        <p className="text-danger">
          {t('updated' in counts ? 'dataMapping.error.update-matches' : 'dataMapping.error.insert-mappings', {
            n: errors,
          })}
        </p>
      )}
      <p className="text-xs text-muted first-letter:uppercase">
        {place}, <Relative at={run.finishedAt ?? run.createdAt} />
      </p>
    </>
  )
}
