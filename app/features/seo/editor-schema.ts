import { z } from 'zod'
import type { SeoPage } from './rules.ts'
import { columnsOf, SEO_PAGE_NAMES, SEO_PAGES, type TemplateColumn, templateProblem } from './templates.ts'

const UNKNOWN_VARIABLE: Record<SeoPage, string> = {
  home: 'problem.variable-home',
  sport: 'problem.variable-sport',
  match: 'problem.variable-match',
  league: 'problem.variable-league',
  country: 'problem.variable-country',
}
const MAX_TEMPLATE = 1_000

const template = (page: SeoPage) =>
  z
    .string()
    .trim()
    .max(MAX_TEMPLATE, 'problem.too-long')
    .superRefine((text, context) => {
      const problem = templateProblem(text, SEO_PAGES[page].variables)
      if (!problem) return
      const message = problem.kind === 'braces' ? 'problem.template-braces' : UNKNOWN_VARIABLE[page]
      context.addIssue({ code: 'custom', message })
    })

const optional = (page: SeoPage) =>
  template(page)
    .nullable()
    .transform((text) => text || null)

/** The site's own templates, for languages without their own. The messages are translation keys of the back office. */
export const templatesChange = z.object(
  Object.fromEntries(
    SEO_PAGE_NAMES.flatMap((page) => columnsOf(page).map((column) => [column, optional(page)])),
  ) as Record<TemplateColumn, ReturnType<typeof optional>>,
)

/** The templates of one kind of page in one language; title and description are required together. */
export function templatesTranslation(page: SeoPage): z.ZodObject {
  const { title, description, keywords } = SEO_PAGES[page]
  const required = z.preprocess(
    (text) => text ?? '',
    template(page).refine(
      (text) => text !== '',
      page === 'home' ? 'problem.seo-home' : 'problem.seo-templates',
    ),
  )
  return z.object({
    [title]: required,
    [description]: required,
    ...(keywords ? { [keywords]: optional(page) } : {}),
  })
}
