import { AGE_COOKIE } from './visitors.ts'

/**
 * Marks a document with the age that its visitor has confirmed, before the question for it is seen, and when it comes back from the
 * back/forward cache. It is the text of a script in JSX: no quotes, no `&`, `<` or `>`.
 */
export const MARK_AGE =
  `function markAge(){var age=/\\b${AGE_COOKIE}=(\\d+)/.exec(document.cookie);if(age)document.documentElement.dataset.age=age[1]}` +
  'markAge();addEventListener(`pageshow`,markAge)'
