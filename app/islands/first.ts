import { localise } from './times.ts'

/** Runs at the end of the document, before it is painted: nothing moves afterwards. */
window.isAtEnd = true
window.odds?.show()
localise(document)

// Which countries were open is kept with the page in the browser's history: who comes back finds them so.
const open: unknown = history.state?.open
if (Array.isArray(open))
  for (const country of document.querySelectorAll<HTMLDetailsElement>('.country'))
    country.open = open.includes(country.id)
