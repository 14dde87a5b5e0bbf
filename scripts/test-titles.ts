import { type ESTree, parseSync } from 'vite'

/**
 * The titles of a test file's tests without running it, each with those of its suites, joined by ' › '. A title of
 * `it.each` keeps its `%s`; a suite whose body is a function of the file is followed.
 */
export function readTestTitles(source: string, file = 'a.test.ts'): string[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const functions = new Map<string, ESTree.Node>()
  visit(program, (node) => {
    if (node.type === 'FunctionDeclaration' && node.id) functions.set(node.id.name, node)
    return true
  })
  const titles: string[] = []
  const collect = (node: ESTree.Node, around: readonly string[]) =>
    visit(node, (it) => {
      // The calls of a suite are collected there, under its title.
      if (it.type === 'FunctionDeclaration' && around.length === 0) return false
      const call = readCall(it, source)
      if (!call) return true
      const path = [...around, call.title]
      if (call.kind === 'test') titles.push(path.join(' › '))
      else if (call.body) collect(bodyOf(call.body, functions), path)
      return false
    })
  collect(program, [])
  return titles
}

/**
 * The pattern of Vitest's `-t` that selects the tests under titles, which Vitest joins with ' > '. What stands for a value
 * of `it.each` may be any text.
 */
export function titlePattern(titles: readonly string[]): string {
  const escaped = titles.join(' > ').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return escaped.replaceAll(/%[%sdifjo#]|\\\$\\\{[^}]*\}|\\\$\w+/g, '.*')
}

function bodyOf(body: ESTree.Node, functions: ReadonlyMap<string, ESTree.Node>): ESTree.Node {
  const named = body.type === 'Identifier' ? functions.get(body.name) : body
  return named && 'body' in named ? (named.body as ESTree.Node) : body
}

/** `describe('…', …)`, `it.each(…)('…', …)` and similar calls. */
function readCall(node: ESTree.Node, source: string) {
  if (node.type !== 'CallExpression') return undefined
  const name = calledName(node.callee)
  const kind = name === 'describe' ? 'suite' : name === 'it' || name === 'test' ? 'test' : undefined
  const [first, second] = node.arguments
  const title = first && readTitle(first, source)
  return kind && title !== undefined ? { kind, title, body: second } : undefined
}

/** The first word of the callee: `it` of `it.skipIf(x).each(y)`. */
function calledName(callee: ESTree.Node): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return calledName(callee.object)
  if (callee.type === 'CallExpression') return calledName(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return calledName(callee.tag)
  return undefined
}

function readTitle(node: ESTree.Node, source: string): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') return source.slice(node.start + 1, node.end - 1)
  return undefined
}

/** Visits every descendant, as long as `enter` returns true for its parent. */
function visit(node: ESTree.Node, enter: (node: ESTree.Node) => boolean): void {
  if (!enter(node)) return
  for (const child of Object.values(node).flat()) {
    if (child !== null && typeof child === 'object' && 'type' in child) visit(child as ESTree.Node, enter)
  }
}
