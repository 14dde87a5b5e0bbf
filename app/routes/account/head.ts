import type { RootData } from '../../root.tsx'

/** The head of an account screen: no search engine has anything to look for there. */
export function accountHead(title: string | undefined, root: RootData | undefined) {
  const site = root?.siteName ?? 'Overround'
  return [{ title: title ? `${title} | ${site}` : site }, { name: 'robots', content: 'noindex' }]
}
