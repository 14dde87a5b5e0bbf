import { localise } from './times.ts'

/** Runs at the end of the document, before the first paint, so that the layout does not shift afterwards. */
window.isAtEnd = true
window.odds?.show()
localise(document)

// The open countries are stored with the page in the browser's history, and restored when the visitor goes back.
const open: unknown = history.state?.open
if (Array.isArray(open))
  for (const country of document.querySelectorAll<HTMLDetailsElement>('.country'))
    country.open = open.includes(country.id)
