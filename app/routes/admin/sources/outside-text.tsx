import type { HealthView } from '#app/features/feed-health/view.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/** Who imports a source whose schedule is off. */
export function OutsideText({ outside }: { outside: NonNullable<HealthView['outside']> }) {
  const { t } = useTranslation('admin')
  return t(`sources.outside.${outside}`)
}
