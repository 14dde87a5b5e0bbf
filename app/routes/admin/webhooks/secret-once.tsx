import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Banner } from '#app/ui/banner.tsx'

/** A secret is shown once, so that the operator can hand it on. */
export function SecretOnce({ secret }: { secret: string }) {
  const { t } = useTranslation('admin')
  return (
    <Banner tone="notice">
      {t('alerts.secret-once')}
      <code dir="ltr" className="block font-semibold break-all text-heading select-all">
        {secret}
      </code>
    </Banner>
  )
}
