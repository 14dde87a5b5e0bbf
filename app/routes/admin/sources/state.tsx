import type { TroubleKind } from '#app/features/alerts/schema.ts'
import type { HealthState } from '#app/features/feed-health/state.ts'
import type { HealthView } from '#app/features/feed-health/view.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/** `demo`: the demonstration imports the source. */
export type ShownState = HealthState | TroubleKind | 'demo'

/** The state of a source: that of its schedule, unless the demonstration imports it. */
export function shownState({ state, outside }: Pick<HealthView, 'state' | 'outside'>): HealthState | 'demo' {
  return outside === null || outside === 'hand' ? state : 'demo'
}

/** The colour of each state; the text states it, too. */
const TONES: Partial<Record<ShownState, string>> = {
  stopped: 'border-danger text-danger',
  failing: 'border-danger text-danger',
  empty: 'border-danger text-danger',
  disk: 'border-danger text-danger',
  link: 'border-danger text-danger',
  prices: 'border-warning text-warning',
  late: 'border-warning text-warning',
  shrunken: 'border-warning text-warning',
  working: 'border-accent text-accent',
  demo: 'border-accent text-accent',
}

/** A state as a text with a dot in its colour. */
export function StateMark({ state }: { state: ShownState }) {
  const { t } = useTranslation('admin')
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border px-2 py-0.5 text-xs font-semibold whitespace-nowrap ${TONES[state] ?? 'border-line text-muted'}`}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {t(`sources.state.${state}`)}
    </span>
  )
}
