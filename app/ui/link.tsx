import type { ComponentProps } from 'react'

interface LinkProps extends ComponentProps<'a'> {
  to: string
  /** Replaces the current page in the browser's history. */
  replace?: boolean
  /** Keeps the scroll position. */
  keepScroll?: boolean
}

/** A link within the site: a plain anchor. In the application, `SiteLinks` around the page handles the clicks on links. */
export function Link({ to, replace, keepScroll, ...props }: LinkProps) {
  return <a href={to} data-replace={replace} data-keep-scroll={keepScroll} {...props} />
}
