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

const DANGER = { tone: 'text-danger', shape: '[clip-path:polygon(50%_0,100%_100%,0_100%)] bg-current' }
const WARNING = { tone: 'text-warning', shape: 'rounded-xs bg-current' }
const WELL = { tone: 'text-body', shape: 'rounded-full bg-current' }
const OFF = { tone: 'text-muted', shape: 'rounded-full border-2' }

/** The colour and the shape of each state; the text states it, too. */
const LOOKS: Record<ShownState, typeof WELL> = {
  stopped: DANGER,
  failing: DANGER,
  empty: DANGER,
  disk: DANGER,
  link: DANGER,
  webhook: DANGER,
  prices: WARNING,
  late: WARNING,
  shrunken: WARNING,
  working: WELL,
  demo: WELL,
  waiting: OFF,
  paused: OFF,
}

/** Whether a state is red. */
export const isDanger = (state: ShownState) => LOOKS[state] === DANGER

/** A state as a text behind a sign in its colour. */
export function StateMark({ state }: { state: ShownState }) {
  const { t } = useTranslation('admin')
  const { tone, shape } = LOOKS[state]
  return (
    <span className={`inline-flex items-center gap-2 text-sm font-semibold whitespace-nowrap ${tone}`}>
      <span aria-hidden="true" className={`size-2.5 shrink-0 ${shape}`} />
      {t(`sources.state.${state}`)}
    </span>
  )
}
