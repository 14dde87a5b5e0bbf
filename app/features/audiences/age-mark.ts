import { AGE_COOKIE } from './visitors.ts'

/**
 * Marks a document with the age that its visitor has confirmed, before the question for it is seen. It is the text of a script in JSX:
 * no quotes, no `&`, `<` or `>`.
 */
export const MARK_AGE = `var age=/\\b${AGE_COOKIE}=(\\d+)/.exec(document.cookie);if(age)document.documentElement.dataset.age=age[1]`
