import type { Change } from './change.ts'
import { queryChanges } from './query-mutators.ts'
import { calledName, type Node, type Place } from './syntax.ts'

const COMPARISONS = new Map<string, { boundary?: string; opposite: string }>(
  Object.entries({
    '<': { boundary: '<=', opposite: '>=' },
    '<=': { boundary: '<', opposite: '>' },
    '>': { boundary: '>=', opposite: '<=' },
    '>=': { boundary: '>', opposite: '<' },
    '==': { opposite: '!=' },
    '!=': { opposite: '==' },
    '===': { opposite: '!==' },
    '!==': { opposite: '===' },
  }),
)

const OPERATORS = new Map<string, string>(
  Object.entries({
    ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' },
    ...{ '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=', '??=': '=', '++': '--', '--': '++' },
  }),
)

/** Methods and functions with their likely confusions. */
const TWINS = new Map<string, string>(
  Object.entries({
    ...{ some: 'every', every: 'some', min: 'max', max: 'min', floor: 'ceil', ceil: 'floor', round: 'floor' },
    ...{ startsWith: 'endsWith', endsWith: 'startsWith', find: 'findLast', findLast: 'find' },
    ...{ findIndex: 'findLastIndex', indexOf: 'lastIndexOf', lastIndexOf: 'indexOf' },
    ...{ toLowerCase: 'toUpperCase', toUpperCase: 'toLowerCase', padStart: 'padEnd', replaceAll: 'replace' },
  }),
)

/** Methods whose call can be replaced by their object. */
const REMOVABLE = new Set([
  ...['slice', 'filter', 'trim', 'trimStart', 'trimEnd', 'sort', 'toSorted', 'reverse', 'toReversed'],
  ...['normalize', 'replace', 'replaceAll', 'toLowerCase', 'toUpperCase', 'padStart', 'concat', 'abs'],
])

/** Messages of errors and logs. */
const TALK = /^(log|logger|console|process)$/

/** The mutants of one node. */
export function changesOf(place: Place, source: string, isServer: boolean): Change[] {
  if (isTalk(place)) return []
  const changes = (isServer ? queryChanges(place, source) : undefined) ?? ownChanges(place, source)
  const condition = conditionOf(place)
  if (!condition) return changes
  // An endless loop detects nothing.
  const values = condition === 'loop' ? ['false'] : ['true', 'false']
  const text = source.slice(place.node.start, place.node.end)
  return [...values.filter((value) => value !== text).map((value) => ({ text: value })), ...changes]
}

function ownChanges(place: Place, source: string): Change[] {
  const { node, above } = place
  const textOf = (part: { start: number; end: number }) => source.slice(part.start, part.end)
  switch (node.type) {
    case 'BinaryExpression': {
      const comparison = COMPARISONS.get(node.operator)
      const others = comparison
        ? [comparison.boundary, conditionOf(place) ? undefined : comparison.opposite]
        : [OPERATORS.get(node.operator)]
      return others.flatMap((other) => (other ? [operands(other)] : []))
    }
    case 'LogicalExpression': {
      // `a && b && c` is parsed as `(a && b) && c`: omit each operand once.
      const isFirst = node.left.type !== 'LogicalExpression' || node.left.operator !== node.operator
      return isFirst
        ? [{ text: textOf(node.left) }, { text: textOf(node.right) }]
        : [{ text: textOf(node.left) }]
    }
    case 'AssignmentExpression':
    case 'UpdateExpression': {
      const other = OPERATORS.get(node.operator)
      return other ? [{ text: textOf(node).replace(node.operator, other) }] : []
    }
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? [{ text: textOf(node.argument) }] : []
    case 'ChainExpression':
      return [{ text: 'undefined' }]
    case 'Literal':
      return literalChanges(node, above)
    case 'TemplateLiteral':
      return above.at(-1)?.type === 'TaggedTemplateExpression' ? [] : [{ text: '``' }]
    case 'ArrayExpression':
      return node.elements.length > 0 && above.at(-1)?.type !== 'NewExpression' ? [{ text: '[]' }] : []
    case 'ExpressionStatement':
      return isCall(node.expression) ? [{ text: '' }] : []
    case 'BreakStatement':
    case 'ContinueStatement':
      return above.at(-1)?.type === 'SwitchCase' ? [] : [{ text: '' }]
    case 'CallExpression':
      return callChanges(node, textOf)
    default:
      return []
  }

  function operands(operator: string): Change {
    if (node.type !== 'BinaryExpression') throw new Error('no operands')
    const between = source.slice(node.left.end, node.right.start)
    return { text: textOf(node.left) + between.replace(node.operator, () => operator) + textOf(node.right) }
  }
}

function isTalk({ node, above }: Place): boolean {
  const parent = above.at(-1)
  if (parent?.type === 'NewExpression' && parent.callee.type === 'Identifier')
    return /Error$/.test(parent.callee.name)
  if (node.type === 'TemplateElement') return false
  return above.some((outer) => {
    if (outer.type === 'ThrowStatement') return node.type === 'Literal' || node.type === 'TemplateLiteral'
    return outer.type === 'CallExpression' && isLog(outer)
  })
}

function isLog(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { object } = node.callee
  const name =
    object.type === 'MemberExpression' && object.property.type === 'Identifier' ? object.property.name : ''
  return TALK.test(object.type === 'Identifier' ? object.name : name)
}

/** The kind of statement whose condition the node is. */
function conditionOf({ node, above }: Place): 'choice' | 'loop' | undefined {
  const parent = above.at(-1)
  if (!parent || !('test' in parent) || parent.test !== node || parent.type === 'SwitchCase') return undefined
  return /^(For|While|DoWhile)/.test(parent.type) ? 'loop' : 'choice'
}

function isCall(node: Node): boolean {
  const inner = node.type === 'AwaitExpression' ? node.argument : node
  if (inner.type === 'ChainExpression') return true
  return inner.type === 'CallExpression' && inner.callee.type !== 'Super' && !isLog(inner)
}

function literalChanges(node: Extract<Node, { type: 'Literal' }>, above: readonly Node[]): Change[] {
  if (above.at(-1)?.type === 'ExpressionStatement') return []
  if ('regex' in node) return patternChanges(node.regex.pattern, node.regex.flags)
  if (typeof node.value === 'number') return [{ text: String(node.value + 1) }]
  if (typeof node.value === 'boolean') return [{ text: String(!node.value) }]
  if (typeof node.value === 'string') return [{ text: node.value === '' ? "'mutant'" : "''" }]
  return []
}

/** Removes anchors, inverts classes, removes repetition. */
function patternChanges(pattern: string, flags: string): Change[] {
  const changed: string[] = []
  const replaceAt = (match: RegExpMatchArray, text: string) =>
    changed.push(pattern.slice(0, match.index) + text + pattern.slice((match.index ?? 0) + match[0].length))
  if (pattern.startsWith('^')) changed.push(pattern.slice(1))
  if (/[^\\]\$$/.test(pattern)) changed.push(pattern.slice(0, -1))
  for (const match of pattern.matchAll(/(?<!\\)\[\^/g)) replaceAt(match, '[')
  for (const match of pattern.matchAll(/(?<!\\)\[(?!\^)/g)) replaceAt(match, '[^')
  for (const match of pattern.matchAll(/(?<!\\)\\([dDsSwWpPbB])/g)) {
    const letter = match[1] ?? ''
    replaceAt(match, `\\${letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()}`)
  }
  for (const match of pattern.matchAll(/(?<=[^\\([|{^])[+*?](?![:=!<])/g)) replaceAt(match, '')
  const parts = changed.filter(isPattern(flags)).map((text) => ({ text: `/${text}/${flags}` }))
  const without = [...flags].filter((flag) => flag === 'g' || flag === 'i')
  return [...parts, ...without.map((flag) => ({ text: `/${pattern}/${flags.replace(flag, '')}` }))]
}

function isPattern(flags: string) {
  return (text: string) => {
    try {
      return text !== '' && new RegExp(text, flags) instanceof RegExp
    } catch {
      return false
    }
  }
}

function callChanges(
  node: Extract<Node, { type: 'CallExpression' }>,
  textOf: (part: { start: number; end: number }) => string,
): Change[] {
  const name = calledName(node)
  const { callee } = node
  if (name === undefined || callee.type !== 'MemberExpression' || callee.optional) return []
  const changes: Change[] = []
  const twin = TWINS.get(name)
  if (twin) changes.push({ at: callee.property, text: twin })
  // `Math` and similar objects cannot replace their call.
  const isValue = callee.object.type !== 'Identifier' || /^[a-z]/.test(callee.object.name)
  if (REMOVABLE.has(name) && isValue) changes.push({ text: textOf(callee.object) })
  const [compare] = node.arguments
  if ((name === 'sort' || name === 'toSorted') && compare)
    changes.push({ at: compare, text: `(a, b) => -(${textOf(compare)})(a, b)` })
  return changes
}
