import { kindText } from '#app/features/alerts/texts.ts'
import { type HealthState, isTroubled } from '#app/features/feed-health/state.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/** The colour of each state; the text states it, too. */
const TONES: Partial<Record<HealthState | 'disk' | 'link', string>> = {
  stopped: 'border-danger text-danger',
  failing: 'border-danger text-danger',
  empty: 'border-danger text-danger',
  disk: 'border-danger text-danger',
  link: 'border-danger text-danger',
  late: 'border-warning text-warning',
  shrunken: 'border-warning text-warning',
  working: 'border-accent text-accent',
}

/** A state as a text with a dot in its colour. */
export function StateMark({ state }: { state: HealthState | 'disk' | 'link' }) {
  const { t, i18n } = useTranslation('admin')
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border px-2 py-0.5 text-xs font-semibold whitespace-nowrap ${TONES[state] ?? 'border-line text-muted'}`}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {isTroubled(state) || state === 'disk' || state === 'link'
        ? kindText({ t: t as never, language: i18n.language }, state)
        : t(`sources.state.${state}`)}
    </span>
  )
}
