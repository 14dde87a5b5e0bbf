import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/** A red dot with the minute where a source tells it, else the word alone. */
export function LiveBadge({ elapsed }: { elapsed: number | null }) {
  const { t } = useTranslation('matches')
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 text-xs font-semibold text-live">
      <span aria-hidden="true" className="live-dot size-2 rounded-full bg-live" />
      {t('live.badge')}
      {elapsed !== null && <bdi className="tabular-nums">{elapsed}′</bdi>}
    </span>
  )
}

export function TodayBadge() {
  const { t } = useTranslation('matches')
  return <span className="text-xs font-semibold whitespace-nowrap text-scheduled">{t('today')}</span>
}
