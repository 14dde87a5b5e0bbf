/** What neither font of the first style sheet has: the letters of most names are Latin-1, those of Arabic have their own. */
const RARE =
  /[^\p{ASCII}\u00A0-\u00FF\u0131\u0152\u0153\u02BB\u02BC\u0600-\u06FF\u2000-\u206F\u20AC\u2122\u2191\u2193\u2212]/u

export function needsMoreFonts(text: string): boolean {
  return RARE.test(text)
}

/**
 * Brings the fonts of rarer letters once the page shows, or a visitor types, one of them. A font face that is declared
 * late lays out the whole page anew, so pages without such letters (most of them) never declare it.
 * @param href the style sheet that declares them
 * @returns ends it
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
  // With what stands in fields: the data of the page are in it too.
  check(document.body.textContent)
  return () => stop.abort()
}
