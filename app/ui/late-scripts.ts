/** React Router's one module script. */
const START = /(<script[^>]* type="module" async="">)([^<]*)<\/script>/
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g
/** What it imports: for its effect, or a route's module by a name; between them may stand what joins a route's modules. */
const IMPORT = /^\s*import (?:\* as (\w+) from )?("[^"]+");?$/gm
const OTHER_IMPORT = /^\s*import\b(?!\()/m

/**
 * Has the scripts of a page wait for its first frame. The page is whole without them: on a slow line they would share it
 * with the style sheet and the font, and on a slow machine run before anything is seen. A page that nobody looks at has no
 * frames and starts at once. React Router has no setting for it; a page without its module script, or with one of another shape, is left as it is.
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
