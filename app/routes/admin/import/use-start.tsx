import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { SignedOut } from '#app/ui/admin/save-bar.tsx'
import { Banner } from '#app/ui/banner.tsx'

interface Started {
  kind: 'queued' | 'already_running' | 'not_configured' | 'nothing_to_remove' | 'signed-out' | 'failed'
}

/** Asks for a run, and says what came of it. */
export function useStart(onStart: () => void) {
  const fetcher = useFetcher<Started>()
  const { data, state } = fetcher
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (state === 'idle' && data) onStart()
  }, [state, data])
  return {
    busy: state !== 'idle',
    start: (request: object) =>
      fetcher.submit(JSON.stringify(request), { method: 'post', encType: 'application/json' }),
    message: data && <StartMessage kind={data.kind} />,
  }
}

function StartMessage({ kind }: { kind: Started['kind'] }) {
  const { t } = useTranslation('admin')
  if (kind === 'queued') return null
  if (kind === 'signed-out') return <SignedOut />
  if (kind === 'already_running') return <Banner tone="notice">{t('import.error.already-running')}</Banner>
  if (kind === 'not_configured') return <Banner tone="error">{t('import.error.not-configured')}</Banner>
  if (kind === 'nothing_to_remove') return <Banner tone="error">{t('remove.error.none')}</Banner>
  return <Banner tone="error">{t('import.error.failed')}</Banner>
}
