/**
 * Runs in a browser: the rules of the site's other style sheets that apply to something in a document. A page that lacks a
 * sheet looks wrong in a part only, which no other test notices.
 * @param pages documents by their paths
 * @param sheets the text of the site's style sheets by their addresses
 * @returns each rule, as `path: selector`
 */
export function findUnlinkedRules({
  pages,
  sheets,
}: {
  pages: Record<string, string>
  sheets: Record<string, string>
}): string[] {
  const STATES =
    /::?(?:before|after|hover|focus(?:-visible|-within)?|active|placeholder|marker|checked|disabled|target|-webkit-[\w-]+)(?![\w-])/g
  function* selectorsOf(rules: CSSRuleList, around: string): Generator<string> {
    for (const rule of rules) {
      if (!('cssRules' in rule)) continue
      const own = 'selectorText' in rule ? (rule.selectorText as string) : '&'
      const selector = own.includes('&') ? own.replaceAll('&', around ? `:is(${around})` : '*') : own
      const style = 'style' in rule ? (rule.style as CSSStyleDeclaration) : undefined
      if (style && style.length > 0 && own !== '&') yield selector
      yield* selectorsOf(rule.cssRules as CSSRuleList, own === '&' ? around : selector)
    }
  }
  const parsed = Object.entries(sheets).map(([address, text]) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return { address, selectors: [...selectorsOf(sheet.cssRules, '')] }
  })
  return Object.entries(pages).flatMap(([path, html]) => {
    const document = new DOMParser().parseFromString(html, 'text/html')
    const has = (address: string) => document.querySelector(`link[href="${address}"]`) !== null
    const appliesTo = (selector: string) => {
      const anyState = selector.replaceAll(STATES, '').replaceAll(/:(?:is|has|where|not)\(\s*\)/g, '')
      return document.querySelector(anyState || '*') !== null
    }
    return parsed
      .filter(({ address }) => !has(address))
      .flatMap(({ selectors }) => selectors.filter(appliesTo).map((selector) => `${path}: ${selector}`))
  })
}
