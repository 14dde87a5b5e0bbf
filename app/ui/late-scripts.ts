/** React Router's one module script. */
const START = /(<script[^>]* type="module" async="">)([^<]*)<\/script>/
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g
/** Its imports: for side effects, or a route's module by a name; code that joins a route's modules may be between them. */
const IMPORT = /^\s*import (?:\* as (\w+) from )?("[^"]+");?$/gm
const OTHER_IMPORT = /^\s*import\b(?!\()/m

/**
 * Delays the scripts of a page until its first frame. The page works without them: on a slow line they would compete
 * with the style sheet and the font, and on a slow machine run before anything is visible. A hidden page has no frames and
 * starts at once. React Router has no setting for it; a page without its module script, or with a different one, stays unchanged.
 */
export function startAfterFirstFrame(page: string): string {
  const end = page.indexOf('</head>')
  const preloads: string[] = []
  const head = page.slice(0, end).replaceAll(PRELOAD, (_, href: string) => {
    preloads.push(href)
    return ''
  })
  const body = page.slice(end)
  const script = START.exec(body)
  if (!script) return page
  const [whole, tag, text] = script as unknown as [string, string, string]
  const names: string[] = []
  const modules: string[] = []
  const rest = text.replaceAll(IMPORT, (_, name: string | undefined, module: string) => {
    names.push(name ?? '')
    modules.push(`import(${module})`)
    return ''
  })
  if (OTHER_IMPORT.test(rest)) return page
  const start = `const start = async () => {
for (const href of ${JSON.stringify(preloads)}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
const [${names}] = await Promise.all([${modules}]);
${rest.trim()}
};
if (document.hidden) start(); else requestAnimationFrame(() => setTimeout(start));`
  return `${head}${body.slice(0, script.index)}${tag}${start}</script>${body.slice(script.index + whole.length)}`
}
