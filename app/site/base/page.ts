import type { ComponentType } from 'react'
import type { PageHead } from '#app/features/seo/rules.ts'
import type { Services } from '#app/platform/services.ts'

/** The request of a page. */
export interface PageRequest<Params extends string = never> {
  services: Services
  url: URL
  lang: string
  params: Record<Params, string>
}

/** The head of a page for search engines, or only a title for a page that they must not index. */
export type Head = PageHead | { title: string }

/** A style sheet that some pages have beside that of all pages: `odds.css`, `tools.css`. */
export type StyleSheet = 'odds' | 'tools'

/**
 * A page of the site: its data, its head and its view. The view is a pure component of its data, the translator and the
 * clock of its document, without effects or state. Interactive parts are islands.
 */
export interface Page<Data = unknown, Params extends string = never> {
  /** @throws a Response that redirects, or `notFound(...)` */
  load(request: PageRequest<Params>): Promise<Data>
  headOf(data: Data): Head
  View: ComponentType<{ data: Data; lang: string }>
  /** The first paint waits for them, so a page has only those that it needs. */
  styles?: readonly StyleSheet[]
  /** Replaces the Cache-Control of the page cache; by the address for a page that is cached without a visitor's own input. */
  cacheControl?: string | ((url: URL) => string | undefined)
}

/** Checks the types of a page; callers need only the general type. */
export function definePage<Data, Params extends string = never>(page: Page<Data, Params>): Page {
  return page as unknown as Page
}
