/** The letters of `inter-latin-extended.woff2`, as in base.css. */
const EXTENDED = /[\u0100-\u0130\u0132-\u0151\u0154-\u017F\u018F\u0218-\u021B\u0259\u1E9E]/

/** Letters that no font of the first style sheet has: most names are European, and Arabic letters have their own font. */
const RARE =
  /[^\p{ASCII}\u00A0-\u017F\u018F\u0218-\u021B\u0259\u02BB\u02BC\u0600-\u06FF\u1E9E\u2000-\u206F\u20AC\u2122\u2191\u2193\u2212]/u

/** Whether a text shows letters of European languages beyond Latin-1. */
export function needsExtendedLatin(text: string): boolean {
  return EXTENDED.test(text)
}

export function needsMoreFonts(text: string): boolean {
  return RARE.test(text)
}

/**
 * Loads the fonts of rarer letters once the page shows, or a visitor types, one of them. Declaring a font face late causes
 * a new layout of the whole page, so pages without such letters (most of them) never declare it.
 * @param href the style sheet that declares them
 * @returns a function that ends it
 */
export function watchForRareLetters(href: string): () => void {
  const stop = new AbortController()
  const check = (text: string | null) => {
    if (stop.signal.aborted || !needsMoreFonts(text ?? '')) return
    stop.abort()
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
  }
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (addedNodes.length === 0) check(target.nodeValue)
      for (const node of addedNodes) check(node.textContent)
    }
  })
  stop.signal.addEventListener('abort', () => observer.disconnect())
  document.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) check(target.value)
    },
    { signal: stop.signal },
  )
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  // The text includes the data of the page, and so the values of fields.
  check(document.body.textContent)
  return () => stop.abort()
}
