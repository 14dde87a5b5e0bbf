import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/** States on every page that its content is fictional, while the demonstration is in the database. */
export function DemoLine() {
  const { t } = useTranslation('common')
  return (
    <aside
      aria-labelledby="demo-notice"
      className="border-b border-line bg-raised px-4 py-1 text-center text-xs text-body"
    >
      <p id="demo-notice">{t('demo-notice')}</p>
    </aside>
  )
}
