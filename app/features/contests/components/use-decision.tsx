import { useFetcher } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import type { DecisionOutcome } from '../schema.ts'

export type Outcome = DecisionOutcome | { kind: 'signed-out' | 'failed' }

/** Sends decisions, or their ends. The outcome of the last one is undefined while it is on its way. */
export function useDecision(action: string) {
  const { data, state, submit } = useFetcher<Outcome>()
  const isBusy = state !== 'idle'
  return {
    isBusy,
    outcome: isBusy ? undefined : data,
    decide: (id: string, answer: 'same' | 'different' | 'undo') =>
      submit(JSON.stringify({ id, answer }), { method: 'post', action, encType: 'application/json' }),
  }
}

/** Why a decision was not carried out. */
export function NotDecided({ outcome, refused }: { outcome: Outcome | undefined; refused: string }) {
  const { t } = useTranslation('admin')
  if (outcome?.kind === 'refused') return <Banner tone="error">{refused}</Banner>
  if (outcome?.kind === 'failed') return <Banner tone="error">{t('review.failed')}</Banner>
  return <NotAdmitted outcome={outcome} />
}
