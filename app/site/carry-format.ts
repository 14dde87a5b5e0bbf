import { FORMAT_PARAMETER } from '#app/features/odds/shown-price.ts'
import { isAccountScreen, isPage } from '#app/platform/paths.ts'

const LINK = / href="([^"?#]*)(\?[^"#]*)?(#[^"]*)?"/g

/** Adds the price format of the address to links to other pages: without scripts, nothing else stores it. */
export function carryFormat(html: string, format: string): string {
  return html.replace(LINK, (link, path: string, query = '', hash = '') => {
    const takesFormat = !isAccountScreen(path) || path.endsWith('/new-alert')
    const isOfPage = path === '' ? query !== '' : isPage(path) && takesFormat
    if (!isOfPage || query.includes(`${FORMAT_PARAMETER}=`)) return link
    return ` href="${path}${query.length < 2 ? '?' : `${query}&amp;`}${FORMAT_PARAMETER}=${format}${hash}"`
  })
}
