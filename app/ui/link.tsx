import { type ComponentProps, type MouseEvent, type SyntheticEvent, useState } from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'
import { HEAD_SCRIPTS_MARK } from '#app/platform/head-scripts-mark.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { isAccountScreen, isSitePage, withLanguage } from '#app/platform/paths.ts'

interface LinkProps extends ComponentProps<'a'> {
  to: string
  /** Replaces the current page in the browser's history. */
  replace?: boolean
  /** Keeps the scroll position. */
  keepScroll?: boolean
}

/**
 * A link within the site: a plain anchor, because a page has hundreds. `SiteLinks` around the page handles all clicks.
 */
export function Link({ to, replace, keepScroll, ...props }: LinkProps) {
  return <a href={to} data-replace={replace} data-keep-scroll={keepScroll} {...props} />
}

/** Navigates within the site without loading a document, and prefetches a page when the visitor points at its link. */
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
    // Account screens load as a new document, so the operator's head scripts do not run where passwords are typed.
    if (isAccountScreen(pathname) && document.querySelector(`meta[name="${HEAD_SCRIPTS_MARK}"]`)) return
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
    // biome-ignore lint/a11y/noStaticElementInteractions: what is clicked are the links within
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Enter key clicks a link
    <div {...props} onClick={follow} onMouseOver={prefetch} onFocus={prefetch} onTouchStart={prefetch}>
      {children}
      {intended && <PrefetchPageLinks page={intended} />}
    </div>
  )
}

/** The link to another page of the site that an event belongs to, unless it must load a document. */
function siteLink({ target }: SyntheticEvent): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.origin !== window.location.origin || !isSitePage(link.pathname)) return null
  if (link.target !== '' || link.hreflang !== '' || link.hasAttribute('download')) return null
  const { pathname, search } = window.location
  return link.hash !== '' && link.pathname === pathname && link.search === search ? null : link
}
