import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { requestErrorKey } from '#app/features/runs/run-texts.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { Banner } from '#app/ui/banner.tsx'

export interface Started {
  /** The id of a queued or running run. */
  runId?: string
  kind:
    | 'queued'
    | 'already_running'
    | 'not_configured'
    | 'nothing_due'
    | 'nothing_to_remove'
    | 'unknown'
    | 'signed-out'
    | 'forbidden'
    | 'failed'
}

/** Queues a run, and reports the result; `onStart` gets its id, if there is one. */
export function useStart(onStart: (runId: string | undefined) => void) {
  const fetcher = useFetcher<Started>()
  const { data, state } = fetcher
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (state === 'idle' && data) onStart(data.runId)
  }, [state, data])
  return {
    busy: state !== 'idle',
    start: (request: object) =>
      fetcher.submit(JSON.stringify(request), { method: 'post', encType: 'application/json' }),
    message: data && <StartMessage kind={data.kind} />,
  }
}

export function StartMessage({ kind }: { kind: Started['kind'] }) {
  const { t } = useTranslation('admin')
  if (kind === 'queued') return null
  if (kind === 'signed-out' || kind === 'forbidden') return <NotAdmitted outcome={{ kind }} />
  if (kind === 'failed' || kind === 'unknown') return <Banner tone="error">{t('import.error.failed')}</Banner>
  const isNotice = kind === 'already_running' || kind === 'nothing_due'
  return <Banner tone={isNotice ? 'notice' : 'error'}>{t(requestErrorKey(kind))}</Banner>
}
