/** A link to a page of the operator, in one language. */
export interface PageLink {
  id: string
  slug: string
  title: string
  /** Of the title: another one than asked for if the page has no text in that. */
  language: string
}

/** A page of the operator in one language. */
export interface OperatorPage extends PageLink {
  /** Markdown. */
  body: string
  /** The active languages that have a text which the current audience may see. */
  languages: string[]
}

/** The pages that nearly every site needs; none of them has a text that this project could write. */
export const USUAL_PAGES = ['imprint', 'privacy', 'terms', 'responsible-gambling'] as const
