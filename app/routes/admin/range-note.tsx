import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Banner } from '#app/ui/banner.tsx'

/** Says why a report covers other days than were asked for. */
export function RangeNote({ problem }: { problem: 'cut' | 'reversed' | null }) {
  const { t } = useTranslation('admin')
  return problem && <Banner tone="notice">{t(`clicks.range.${problem}`)}</Banner>
}
