import type { MetaDescriptor } from 'react-router'
import type { PageHead } from '#app/features/seo/rules.ts'
import type { RootData } from '../../root.tsx'

/** The tags of a page's head: title, description, canonical and alternate addresses, and what social sites read. */
export function headTags(head: PageHead | undefined, root: RootData | undefined): MetaDescriptor[] {
  if (!head || !root)
    return [{ title: root?.siteName ?? 'Overround' }, { name: 'robots', content: 'noindex' }]
  const address = (code: string) => `${root.origin}/${code}${head.path}`
  const standard = root.languages.find((language) => language.isDefault)?.code ?? root.language
  const image = root.socialImageUrl
  return [
    { title: head.title },
    { name: 'description', content: head.description },
    ...(head.keywords ? [{ name: 'keywords', content: head.keywords }] : []),
    { tagName: 'link', rel: 'canonical', href: address(root.language) },
    ...root.languages.map(({ code }) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang: code,
      href: address(code),
    })),
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: address(standard) },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: root.siteName },
    { property: 'og:title', content: head.title },
    { property: 'og:description', content: head.description },
    { property: 'og:url', content: address(root.language) },
    { property: 'og:locale', content: root.language },
    ...(image ? [{ property: 'og:image', content: new URL(image, root.origin).href }] : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    { name: 'twitter:title', content: head.title },
    { name: 'twitter:description', content: head.description },
  ]
}
