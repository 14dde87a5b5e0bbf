import type { Change } from './change.ts'
import { calledName, type Place } from './syntax.ts'

/** Parts of a Kysely query that can be removed. */
const REMOVABLE = new Set([
  ...['where', 'whereRef', 'having', 'orderBy', 'limit', 'offset', 'distinct', 'distinctOn', 'groupBy'],
  ...['forUpdate', 'skipLocked', 'on', 'onRef', 'filterWhere'],
])

const TWINS = new Map<string, string>(
  Object.entries({
    ...{ or: 'and', and: 'or', min: 'max', max: 'min', leftJoin: 'innerJoin', innerJoin: 'leftJoin' },
  }),
)

/** Operators and directions that are strings. */
const WORDS = new Map<string, string>(
  Object.entries({
    ...{ '=': '!=', '!=': '=', '<>': '=', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
    ...{ in: 'not in', 'not in': 'in', is: 'is not', 'is not': 'is', asc: 'desc', desc: 'asc', and: 'or' },
  }),
)

/** Patterns in the text of SQL with their replacements. */
const SQL: [RegExp, (found: string) => string][] = [
  [/(?<= )(<=|>=|<>|!=|<|>|=)(?= |$)/g, (found) => WORDS.get(found) ?? ''],
  [/\b(asc|desc)\b/gi, (found) => (found.toLowerCase() === 'asc' ? 'desc' : 'asc')],
  [/\b(and|or)\b/gi, (found) => (found.toLowerCase() === 'and' ? 'or' : 'and')],
  [/\bis not null\b/gi, () => 'is null'],
  [/\bis null\b/gi, () => 'is not null'],
  [/\bnot (?!null|materialized)/gi, () => ''],
  [/(?<![\w.$'"])\d+(?![\w.])/g, (found) => String(Number(found) + 1)],
  [/\b(min|max)(?=\()/gi, (found) => (found.toLowerCase() === 'min' ? 'max' : 'min')],
]

/** The mutants of a node that belongs to a query; undefined for other code. */
export function queryChanges({ node, above }: Place, source: string): Change[] | undefined {
  const parent = above.at(-1)
  if (node.type === 'TemplateElement') {
    const tagged = above.at(-2)
    const isSql =
      tagged?.type === 'TaggedTemplateExpression' &&
      /^sql(<|$)/.test(source.slice(tagged.tag.start, tagged.tag.end))
    return isSql ? sqlChanges(source, node.start, node.end) : undefined
  }
  if (node.type === 'Literal' && typeof node.value === 'string' && parent?.type === 'CallExpression') {
    if (calledName(parent) === 'as') return []
    const other = WORDS.get(node.value)
    return other ? [{ text: `'${other}'` }] : undefined
  }
  const name = calledName(node)
  if (name === undefined || node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression')
    return undefined
  const changes: Change[] = []
  if (REMOVABLE.has(name))
    changes.push({ text: source.slice(node.callee.object.start, node.callee.object.end) })
  const twin = TWINS.get(name)
  const isMath = node.callee.object.type === 'Identifier' && node.callee.object.name === 'Math'
  if (twin && !isMath) changes.push({ at: node.callee.property, text: twin })
  const [only] = node.arguments
  if (name === 'orderBy' && only && node.arguments.length === 1 && only.type !== 'ArrayExpression')
    changes.push({ at: { start: only.end, end: only.end }, text: ", 'desc'" })
  return changes.length > 0 ? changes : undefined
}

function sqlChanges(source: string, start: number, end: number): Change[] {
  const text = source.slice(start, end)
  return SQL.flatMap(([pattern, replace]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const other = replace(match[0])
      const at = { start: start + match.index, end: start + match.index + match[0].length }
      return other === match[0] ? [] : [{ at, text: other }]
    }),
  )
}
