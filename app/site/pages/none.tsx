import { definePage } from '../base/page.ts'
import { notFound } from '../base/problem.ts'

/** Where the site has no page. */
export const none = definePage<never>({
  load: async () => {
    throw notFound('page-not-found')
  },
  headOf: () => ({ title: '' }),
  View: () => null,
})
