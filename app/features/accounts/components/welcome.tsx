import { useEffect, useState } from 'react'
import { WELCOME } from '#app/features/visitor/me.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Banner } from '#app/ui/banner.tsx'

/** Says once, on the page that the link of a confirmation leads to, what it has done. */
export function Welcome() {
  const { t } = useTranslation('common')
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (window.location.hash !== WELCOME) return
    setShown(true)
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }, [])
  return shown && <Banner tone="success">{t('welcome')}</Banner>
}
