import { growingOldText, NO_DETAIL, whyText } from '#app/features/alerts/texts.ts'
import type { GrowingOld } from '#app/features/feed-health/growing-old.server.ts'
import type { TroubledState } from '#app/features/feed-health/state.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatSoon } from '#app/platform/time.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'

interface Judged {
  reason: string | null
  failures: number
  variable: string | null
  failingSince: string | null
  items: number | null
  odds: number | null
  usual: { items: number; odds: number } | null
}

/** Why a schedule is in trouble, since when, and which prices stop counting if it stays so. */
export function TroubleText({
  one,
  kind,
  growingOld,
}: {
  one: Judged
  kind: TroubledState
  growingOld: GrowingOld | undefined
}) {
  const { t, i18n } = useTranslation('admin')
  const [now, zone] = [useNow(), useZone()]
  const texts = { t: t as never, language: i18n.language }
  const { reason, failures, variable, failingSince, items } = one
  const detail = { ...NO_DETAIL, reason, failures, variable, items, usual: one.usual?.items ?? null }
  const sentences = [
    whyText(texts, { kind, detail }),
    failingSince &&
      t('sources.failing-since', {
        count: failures,
        at: formatSoon(new Date(failingSince), now, i18n.language, zone),
      }),
    growingOld && growingOldText(texts, growingOld, { now, zone }),
  ]
  return <span suppressHydrationWarning>{sentences.filter(Boolean).join(' ')}</span>
}
