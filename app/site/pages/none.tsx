import { definePage } from '../base/page.ts'
import { notFound } from '../base/problem.ts'

/** The page for an unknown address. */
export const none = definePage<never>({
  load: async () => {
    throw notFound('page-not-found')
  },
  headOf: () => ({ title: '' }),
  View: () => null,
})
