import { NO_DETAIL, whyText } from '#app/features/alerts/texts.ts'
import type { TroubledState } from '#app/features/feed-health/state.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

interface Judged {
  reason: string | null
  failures: number
  items: number | null
  odds: number | null
  usual: { items: number; odds: number } | null
}

/** Why a schedule is in trouble, in a sentence. */
export function TroubleText({ one, kind }: { one: Judged; kind: TroubledState }) {
  const { t, i18n } = useTranslation('admin')
  const { reason, failures, items } = one
  const detail = { ...NO_DETAIL, reason, failures, items, usual: one.usual?.items ?? null }
  return (
    <span className="block max-w-60 text-xs text-muted">
      {whyText({ t: t as never, language: i18n.language }, { kind, detail })}
    </span>
  )
}
