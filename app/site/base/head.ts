import type { TFunction } from 'i18next'
import type { MetaDescriptor } from 'react-router'
import { alternateAddresses, pageAddress } from '#app/features/seo/addresses.ts'
import type { PageHead } from '#app/features/seo/rules.ts'
import { SHARE_SIZE } from '#app/features/share-images/card.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { shareImagePath } from '#app/platform/paths.ts'
import { refusalText } from './problem.ts'
import type { RootData } from './root-data.server.ts'

/**
 * The tags of a page's head: its texts, canonical and alternate addresses, and data for social sites and search
 * engines.
 */
export function headTags(
  head: PageHead | undefined,
  root: RootData | undefined,
  error?: unknown,
): MetaDescriptor[] {
  if (!head || !root) return plainHead(refusalIn(root, error), root)
  const language = head.text?.language ?? root.language
  // A later page of a list has rows of its own.
  const path = head.path + (head.pages?.own ?? '')
  const address = pageAddress(root.origin, language, path)
  const languages = root.languages.filter(({ code }) => head.text?.languages.includes(code) ?? true)
  return [
    { title: head.title },
    { name: 'description', content: head.description },
    ...(head.keywords ? [{ name: 'keywords', content: head.keywords }] : []),
    ...(head.isVariation ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    { tagName: 'link', rel: 'canonical', href: address },
    ...alternateAddresses(root.origin, languages, path).map((it) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang: it.language,
      href: it.address,
    })),
    ...(['previous', 'next'] as const).flatMap((side) => {
      const query = head.pages?.[side] ?? null
      const href = pageAddress(root.origin, language, head.path + (query ?? ''))
      return query === null ? [] : [{ tagName: 'link', rel: side === 'next' ? 'next' : 'prev', href }]
    }),
    ...(head.feeds ?? []).map(({ type, title, path }) => ({
      tagName: 'link',
      rel: 'alternate',
      ...{ type, title, href: path },
    })),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: root.siteName },
    { property: 'og:title', content: head.title },
    { property: 'og:description', content: head.description },
    { property: 'og:url', content: address },
    ...localeTags(root),
    ...imageTags(head, root),
    ...head.structuredData.map((data) => ({ 'script:ld+json': data })),
  ]
}

/** The tags of a page that search engines must not index. */
export function plainHead(title: string | undefined, root: RootData | undefined): MetaDescriptor[] {
  const site = root?.siteName ?? 'Overround'
  return [{ title: title ? `${title} | ${site}` : site }, { name: 'robots', content: 'noindex' }]
}

/** The head of an error page, in its language. */
function refusalIn(root: RootData | undefined, error: unknown): string | undefined {
  return (
    root &&
    refusalText(
      error,
      createI18n(root.language, root.labels, root.priceMark).getFixedT('errors') as unknown as TFunction<
        ['errors']
      >,
    )
  )
}

/** `en_GB`, by the flag of the language; the page's own first. */
function localeTags({ language, languages }: RootData): MetaDescriptor[] {
  const locales = languages.map(({ code, flagCode }) => ({
    property: code === language ? 'og:locale' : 'og:locale:alternate',
    content: flagCode ? `${code}_${flagCode.toUpperCase()}` : code,
  }))
  return locales.sort((a, b) => a.property.length - b.property.length)
}

/**
 * The page's own image for social sites, and after it the one of the whole site, for when the first is not drawn in time: the
 * operator's, otherwise a drawn one.
 */
function imageTags({ image }: PageHead, { socialImageUrl, origin, siteName, language }: RootData) {
  const isUploaded = socialImageUrl && URL.canParse(socialImageUrl, origin)
  const ofSite = isUploaded
    ? new URL(socialImageUrl, origin).href
    : origin + shareImagePath(language, { kind: 'site' })
  const size = [
    { property: 'og:image:width', content: String(SHARE_SIZE.width) },
    { property: 'og:image:height', content: String(SHARE_SIZE.height) },
  ]
  if (!image) return [...imageTagsOf(ofSite, siteName), ...(isUploaded ? [] : size)]
  return [...imageTagsOf(origin + image.path, image.alt), ...size, { property: 'og:image', content: ofSite }]
}

function imageTagsOf(href: string, alt: string): MetaDescriptor[] {
  return [
    { property: 'og:image', content: href },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: href },
  ]
}
