import { type ComponentProps, type MouseEvent, type SyntheticEvent, useState } from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { isAccountScreen, withLanguage } from '#app/platform/paths.ts'

/** Opens other account screens without loading a document, and prefetches one when a visitor points at its link. */
export function SiteLinks({ children, ...props }: ComponentProps<'div'>) {
  const navigate = useNavigate()
  const { i18n } = useTranslation()
  const [intended, setIntended] = useState<string | null>(null)

  const follow = (event: MouseEvent) => {
    const link = siteLink(event)
    const isPlainClick =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!link || !isPlainClick || event.defaultPrevented) return
    const { pathname, search, hash, href, dataset } = link
    event.preventDefault()
    navigate(withLanguage(pathname, i18n.language) + search + hash, {
      replace: 'replace' in dataset || href === window.location.href,
      preventScrollReset: 'keepScroll' in dataset,
    })
  }
  const prefetch = (event: SyntheticEvent) => {
    const link = siteLink(event)
    if (link) setIntended(withLanguage(link.pathname, i18n.language) + link.search)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the clicked elements are the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Enter key clicks a link
    <div {...props} onClick={follow} onMouseOver={prefetch} onFocus={prefetch} onTouchStart={prefetch}>
      {children}
      {intended && <PrefetchPageLinks page={intended} />}
    </div>
  )
}

/** The link to another account screen that an event is about, unless it requires a document of its own. */
function siteLink({ target }: SyntheticEvent): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.origin !== window.location.origin || !isAccountScreen(link.pathname)) return null
  if (link.target !== '' || link.hreflang !== '' || link.hasAttribute('download')) return null
  const { pathname, search } = window.location
  return link.hash !== '' && link.pathname === pathname && link.search === search ? null : link
}
