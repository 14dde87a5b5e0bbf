import type { ComponentType } from 'react'
import type { PageHead } from '#app/features/seo/rules.ts'
import type { Services } from '#app/platform/services.ts'

/** What a page is made for. */
export interface PageRequest<Params extends string = never> {
  services: Services
  url: URL
  lang: string
  params: Record<Params, string>
}

/** The head of a page that search engines keep, or the title of one that they do not. */
export type Head = PageHead | { title: string }

/**
 * A page of the site: what it reads, what its head says, and what it shows. The view is a pure component: it goes by its
 * data, the translator and the clock of its document, and has neither effects nor state. What moves are islands.
 */
export interface Page<Data = unknown, Params extends string = never> {
  /** @throws a Response that leads elsewhere, or `notFound(...)` */
  load(request: PageRequest<Params>): Promise<Data>
  headOf(data: Data): Head
  View: ComponentType<{ data: Data; lang: string }>
  /** In place of what the page cache says. */
  cacheControl?: string
}

/** A page with its types checked; whoever serves pages needs only their shape. */
export function definePage<Data, Params extends string = never>(page: Page<Data, Params>): Page {
  return page as unknown as Page
}
