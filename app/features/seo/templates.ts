import { unknownVariables } from '#app/platform/text/template.ts'
import type { SeoPage } from './rules.ts'
import type { SeoTemplates } from './schema.ts'

export type TemplateColumn = Exclude<keyof SeoTemplates, 'default_meta_title' | 'default_meta_description'>

interface TemplatesOfPage {
  title: TemplateColumn
  description: TemplateColumn
  keywords?: TemplateColumn
  /** The variables that this kind of page fills in; every page also has the site's name. */
  variables: readonly string[]
}

const named = (page: Exclude<SeoPage, 'home'>, ...variables: string[]) => ({
  title: `${page}_page_title_template` as const,
  description: `${page}_page_description_template` as const,
  variables: [...variables, 'site_name'],
})

/** The columns of each kind of page, in the order of the screen. */
export const SEO_PAGES: Record<SeoPage, TemplatesOfPage> = {
  home: {
    title: 'home_meta_title',
    description: 'home_meta_description',
    keywords: 'home_meta_keywords',
    variables: ['site_name'],
  },
  sport: { ...named('sport', 'sport_name'), keywords: 'sport_page_meta_keywords_template' },
  match: named('match', 'home_team', 'away_team', 'league_name', 'sport_name', 'country_name'),
  league: named('league', 'league_name', 'sport_name', 'country_name'),
  country: named('country', 'sport_name', 'country_name'),
}

export const SEO_PAGE_NAMES = Object.keys(SEO_PAGES) as SeoPage[]

/** The columns of a page that are filled in, title first. */
export function columnsOf(page: SeoPage): TemplateColumn[] {
  const { title, description, keywords } = SEO_PAGES[page]
  return keywords ? [title, description, keywords] : [title, description]
}

/** The built-in templates of a language, from its labels of the namespace `settings`. */
export function builtInTemplates(
  labels: Readonly<Record<string, string>>,
): Partial<Record<TemplateColumn, string | null>> {
  return Object.fromEntries(
    SEO_PAGE_NAMES.flatMap((page) => {
      const { title, description } = SEO_PAGES[page]
      return [
        [title, labels[`seo.${page}-title`] ?? null],
        [description, labels[`seo.${page}-description`] ?? null],
      ]
    }),
  )
}

/** The problem of a template: a variable that its page does not have, or an unmatched brace. */
export function templateProblem(
  template: string,
  known: readonly string[],
): { kind: 'unknown'; name: string } | { kind: 'braces' } | null {
  const [name] = unknownVariables(template, known)
  if (name !== undefined) return { kind: 'unknown', name }
  return /[{}]/.test(template.replace(/\{\s*[a-z][a-z0-9_]*\s*\}/gi, '')) ? { kind: 'braces' } : null
}
