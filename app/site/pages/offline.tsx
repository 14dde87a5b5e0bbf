import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { Part } from '../parts/part.tsx'

/** Shown without a connection if the browser has no copy of the requested page (see app/islands/service-worker.ts). */
async function load({ services, lang }: PageRequest) {
  const labels = await getResources(services, lang)
  return { title: labels.common?.['offline-title'] ?? '' }
}

function View() {
  const { t } = useTranslation('common')
  return (
    <>
      <h1 className="title">{t('offline-title')}</h1>
      <p className="hint">{t('offline-hint')}</p>
      <Part title={t('offline-pages')}>
        {/* The service worker lists them. */}
        <ul className="found" data-copies="" />
      </Part>
    </>
  )
}

export const offline = definePage({ load, headOf: ({ title }) => ({ title }), View })
