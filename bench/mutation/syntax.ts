import { type ESTree, parseSync } from 'vite'

export type Node = ESTree.Node

/** A node with its ancestors, the innermost last. */
export interface Place {
  node: Node
  above: readonly Node[]
}

/** The AST of a TypeScript source. @throws Error if it cannot be parsed */
export function parse(file: string, source: string): ESTree.Program {
  const { program, errors } = parseSync(file, source, { sourceType: 'module' })
  const [first] = errors
  if (first) throw new Error(`${file}: ${first.codeframe ?? first.message}`)
  return program
}

/** Nodes without meaning at run time, and imports. */
const SILENT =
  /^(TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import(Declaration|Expression)|ExportAll)/

/** Every node that is evaluated, outer ones first. */
export function* places(node: Node, above: readonly Node[] = []): Generator<Place> {
  if (SILENT.test(node.type)) return
  yield { node, above }
  const inside = [...above, node]
  for (const [key, value] of Object.entries(node)) {
    // A property's key is a name, unless it is computed; `export … from` names a module.
    if (key === 'key' && !('computed' in node && node.computed)) continue
    if (key === 'source') continue
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* places(child, inside)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/**
 * The expression at which a change inside `place` can be switched. Some expressions cannot be wrapped in parentheses
 * with an alternative: a callee keeps its object, and `a?.b.c` short-circuits only as a whole.
 */
export function hostOf({ node, above }: Place): Node {
  let host = node
  for (let depth = above.length - 1; depth >= 0; depth -= 1) {
    const parent = above[depth]
    if (!parent) break
    const isCalled = parent.type === 'CallExpression' && parent.callee === host
    const isTemplateOfTag =
      parent.type === 'TaggedTemplateExpression' && (parent.tag === host || parent.quasi === host)
    const isInTemplate = host.type === 'TemplateElement'
    if (isCalled || isTemplateOfTag || isInTemplate || isInChain(host, above.slice(0, depth + 1)))
      host = parent
    else break
  }
  return host
}

/** Whether an enclosing `?.` can short-circuit the node. */
function isInChain(node: Node, above: readonly Node[]): boolean {
  let inner = node
  for (const outer of above.toReversed()) {
    if (outer.type === 'ChainExpression') return true
    const continues =
      (outer.type === 'MemberExpression' && outer.object === inner) ||
      (outer.type === 'CallExpression' && outer.callee === inner) ||
      (outer.type === 'TSNonNullExpression' && outer.expression === inner)
    if (!continues) return false
    inner = outer
  }
  return false
}

/** The name of the called method or function: `sort` of `list.sort(…)`. */
export function calledName(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined
  const { callee } = node
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && !callee.computed)
    return callee.property.name
  return undefined
}
