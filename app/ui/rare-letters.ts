/** The letters and signs of `inter-latin-rarer.woff2`, as in base.css, but for those of ASCII, which markup has. */
const RARER_LATIN =
  /[\u00A1-\u00A8\u00AA-\u00AC\u00AE-\u00B6\u00B8-\u00C3\u00C5\u00C6\u00C8\u00CA-\u00D5\u00D8-\u00DB\u00DD\u00DE\u00E2\u00E5\u00E6\u00EB\u00EE-\u00F0\u00F7\u00FB\u00FD-\u00FF\u0152\u0153\u02BB\u02BC\u02C6\u02DA\u02DC\u201A\u201E\u2022\u2032\u2033\u2039\u203A\u2044\u2122\u2215]|\u0304|\u0308|\u0329/

/** The letters of `inter-latin-extended.woff2`, as in base.css. */
const EXTENDED_LATIN = /[\u0100-\u0151\u0154-\u017F\u018F\u0218-\u021B\u0259\u1E9E]/

/** What `noto-sans-arabic-wide.woff2` has, as in base.css, and `noto-sans-arabic.woff2` does not. */
const WIDE_ARABIC = /[\u0600-\u060B\u060D-\u061A\u061C-\u061E\u0620\u063B-\u063F\u0653-\u06FF]/

/** The letters of more-fonts.css that no font of base.css has. A sign that no font has (a star, an emoji) is not among them. */
const RARE =
  /[\u0180-\u018E\u0190-\u0217\u021C-\u0258\u025A-\u02BA\u02BD-\u02C5\u02C7-\u02D7\u02DD-\u02FF\u0370-\u052F\u0750-\u08FF\u1C80-\u1DBF\u1E00-\u1E9D\u1E9F-\u1FFF\u20A0-\u20AB\u20AD-\u20C0\u2113\u2116\u2C60-\u2E41\uA640-\uA7FF\uFB50-\uFDFF\uFE70-\uFEFC]|\u0300|\u0301|\u0303|\u0309|\u0323|\uFE2E|\uFE2F/

/** Whether a text shows letters of Latin-1 that the first font does not have. */
export function needsRarerLatin(text: string): boolean {
  return RARER_LATIN.test(text)
}

/** Whether a text shows letters of European languages beyond Latin-1. */
export function needsExtendedLatin(text: string): boolean {
  return EXTENDED_LATIN.test(text)
}

/** Whether a text shows Arabic digits, or letters that other languages have beyond those of Arabic. */
export function needsWideArabic(text: string): boolean {
  return WIDE_ARABIC.test(text)
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
