import { useEffect } from 'react'
import moreFonts from '../more-fonts.css?url'

/** Letters that neither font of the first style sheet has: most names use Latin-1, and Arabic has its own font. */
const RARE =
  /[^\p{ASCII}\u00A0-\u00FF\u0131\u0152\u0153\u02BB\u02BC\u0600-\u06FF\u2000-\u206F\u20AC\u2122\u2191\u2193\u2212]/u

export const MORE_FONTS = moreFonts

export function needsMoreFonts(text: string): boolean {
  return RARE.test(text)
}

/**
 * Loads the fonts of rarer letters once the page shows, or a visitor types, one of them. A late font face makes the
 * browser lay out the whole page again, so pages without such letters (most of them) never declare it.
 */
export function useMoreFonts(): void {
  useEffect(() => {
    const stop = new AbortController()
    const check = (text: string | null) => {
      if (stop.signal.aborted || !needsMoreFonts(text ?? '')) return
      stop.abort()
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'stylesheet', href: moreFonts }),
      )
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
    // Includes the values of fields, because the page's data are part of the text.
    check(document.body.textContent)
    return () => stop.abort()
  }, [])
}
