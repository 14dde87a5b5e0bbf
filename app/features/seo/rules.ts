import { inSentence, withCapital } from '#app/platform/text/in-sentence.ts'
import { fillTemplate } from '#app/platform/text/template.ts'
import type { SeoTemplates } from './schema.ts'
import type { JsonLd } from './structured-data.ts'

/** The parts of a page's head that differ from page to page. */
export interface PageHead {
  title: string
  description: string
  keywords: string | null
  /** The canonical URL without origin and language: '' for the home page, '/soccer/italy'. */
  path: string
  /** Whether a query changes the page's content: search engines do not index it. A later page of a list is none. */
  isVariation: boolean
  structuredData: JsonLd[]
  /** Of a page that not every language has: the languages that have it, and that of the shown text. */
  text?: { language: string; languages: readonly string[] }
  /** What programs can subscribe to: paths with their types. */
  feeds?: readonly { type: string; title: string; path: string }[]
  /** Of a list with pages: the queries of this page and of those beside it; '' for the first one. Null: there is none. */
  pages?: { own: string; previous: string | null; next: string | null }
  /** The page's own image for social sites, of the size of `SHARE_SIZE`. */
  image?: { path: string; alt: string }
}

/** Pages whose texts an operator can write as templates. */
export type SeoPage = 'home' | 'sport' | 'country' | 'league' | 'match'

interface PageHeadInput {
  /** Part of the labels of the built-in templates: `seo.<page>-title` and `seo.<page>-description`. */
  page: string
  language: string
  /** The operator's templates; empty ones are replaced by `builtIn`. */
  templates: Partial<SeoTemplates>
  builtIn: Record<string, string>
  variables: Record<string, string>
  siteName: string
  path: string
  isVariation: boolean
}

/** Fills a page's templates. The site's name is added to the title unless the template contains it. */
export function createPageHead(input: PageHeadInput): Omit<PageHead, 'structuredData'> {
  const { page, language, siteName, path, isVariation } = input
  const variables = { ...input.variables, site_name: siteName }
  const own = templatesOf(page, input.templates)
  const title = own.title ? fillTemplate(own.title, variables) : fillBuiltIn('title')
  return {
    title: title.includes(siteName) ? title : [title, siteName].filter(Boolean).join(' | '),
    description: own.description ? fillTemplate(own.description, variables) : fillBuiltIn('description'),
    keywords: own.keywords ? fillTemplate(own.keywords, variables) : null,
    path,
    isVariation,
  }

  /** An operator's text uses the sport's name unchanged; a built-in text adapts it to its sentence. */
  function fillBuiltIn(part: 'title' | 'description'): string {
    const sport = input.variables.sport_name
    const filled = fillTemplate(input.builtIn[`seo.${page}-${part}`] ?? '', {
      ...variables,
      ...(sport && { sport_name: inSentence(sport, language) }),
    })
    return withCapital(filled, language)
  }
}

interface OwnTemplates {
  title: string | null | undefined
  description: string | null | undefined
  keywords?: string | null | undefined
}

function templatesOf(page: string, it: Partial<SeoTemplates>): OwnTemplates {
  switch (page) {
    case 'home':
      return {
        title: it.home_meta_title || it.default_meta_title,
        description: it.home_meta_description || it.default_meta_description,
        keywords: it.home_meta_keywords,
      }
    case 'sport':
      return {
        title: it.sport_page_title_template,
        description: it.sport_page_description_template,
        keywords: it.sport_page_meta_keywords_template,
      }
    case 'country':
      return { title: it.country_page_title_template, description: it.country_page_description_template }
    case 'league':
      return { title: it.league_page_title_template, description: it.league_page_description_template }
    case 'match':
      return { title: it.match_page_title_template, description: it.match_page_description_template }
    default:
      return { title: null, description: null }
  }
}
