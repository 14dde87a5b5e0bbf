import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/** The home page of a site without matches, with the next step for its administrator. */
export function EmptySite({ name }: { name: string }) {
  const { t } = useTranslation('matches')
  return (
    <section className="empty-site">
      <h1 className="title">{t('empty-site.title', { site: name })}</h1>
      <p>{t('empty-site.text')}</p>
      <p>{t('empty-site.later')}</p>
      <p hidden data-for="admin" className="for-admin">
        {t('empty-site.admin')}{' '}
        <a href="/admin" className="more">
          {t('empty-site.first-steps')}
        </a>
      </p>
    </section>
  )
}
