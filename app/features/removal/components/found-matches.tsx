import type { Ref } from 'react'
import { requestErrorKey } from '#app/features/runs/run-texts.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Instant } from '#app/ui/time.tsx'
import type { RemovalOption } from '../rules.ts'

/** The matches that a period would remove, as JSON. */
export interface Candidates {
  option: RemovalOption
  matches: number
  odds: number
  from: string | null
  to: string | null
}

/** The confirmation before a removal, or the reason why there is nothing to confirm. */
export function FoundMatches({
  candidates,
  busy,
  question,
  onYes,
  onCancel,
}: {
  candidates: Candidates
  busy: boolean
  question: Ref<HTMLElement>
  onYes: () => void
  onCancel: () => void
}) {
  const { t, i18n } = useTranslation('admin')
  const { matches, odds, from, to } = candidates
  if (matches === 0) return <Banner tone="error">{t(requestErrorKey('nothing_to_remove'))}</Banner>
  return (
    <section
      ref={question}
      role="alertdialog"
      tabIndex={-1}
      aria-labelledby="remove-question"
      aria-describedby="remove-range"
      className="flex flex-col gap-3 rounded-lg border border-danger p-4"
    >
      <h3 id="remove-question" className="text-sm font-semibold text-danger">
        {t('remove.question', {
          count: matches,
          matches: formatCount(matches, i18n.language),
          odds: formatCount(odds, i18n.language),
        })}
      </h3>
      <p id="remove-range" className="text-sm">
        {t('remove.range')} {from && <Instant at={from} style="exact" />}
        {' – '}
        {to && <Instant at={to} style="exact" />}
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionButton unavailable={busy} className="button min-h-11 px-4 text-sm" onClick={onYes}>
          {t('remove.yes')}
        </ActionButton>
        <button type="button" className="button-quiet min-h-11 px-4 text-sm" onClick={onCancel}>
          {t('remove.cancel')}
        </button>
      </div>
    </section>
  )
}
