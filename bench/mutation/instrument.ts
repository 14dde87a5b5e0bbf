import type { Mutant } from './mutants.ts'
import { parse, places } from './syntax.ts'

/**
 * The call with which an instrumented file checks whether a mutant is on (in-worker.ts). Vitest's own process loads
 * files, too, where the function is undefined.
 */
const IS_ON = 'globalThis.__mutation?.isOn'
const TICK = 'globalThis.__mutation?.tick()'

interface Piece {
  start: number
  end: number
  /** Of pieces with the same ends, the one with the lowest rank is the outer one. */
  rank: number
  write(inner: string): string
}

/**
 * The source with all its mutants, each behind a switch: `a < b` becomes `(isOn(3) ? (a <= b) : (a < b))`. Loops count
 * ticks, so a mutant cannot make them endless.
 */
export function instrument(file: string, source: string, mutants: readonly Mutant[]): string {
  const pieces: Piece[] = []
  const hosts = Map.groupBy(mutants, ({ host }) => `${host.start}:${host.end}:${host.isStatement}`)
  for (const group of hosts.values()) {
    const host = group[0]?.host
    if (!host) continue
    pieces.push({
      ...{ start: host.start, end: host.end, rank: host.isStatement ? 0 : 2 },
      write: (inner) => withSwitches(group, inner),
    })
  }
  for (const { node } of places(parse(file, source))) {
    // Without semicolons, a line that starts with a parenthesis would continue the previous line.
    if (node.type === 'ExpressionStatement' && !('directive' in node && node.directive))
      pieces.push({ start: node.start, end: node.end, rank: 1, write: (inner) => `{${inner}}` })
    if ('body' in node && /^(For|While|DoWhile).*Statement$/.test(node.type)) {
      const { body } = node
      if (body && !Array.isArray(body))
        pieces.push({ start: body.start, end: body.end, rank: 0, write: (inner) => `{${TICK};${inner}\n}` })
    }
  }
  return write(source, pieces)
}

function withSwitches(group: readonly Mutant[], inner: string): string {
  if (group[0]?.host.isStatement) {
    return group.reduce((text, { id, host }) => `{if(${IS_ON}(${id})){${host.text}\n}else{${text}\n}}`, inner)
  }
  return `(${group.map(({ id, host }) => `${IS_ON}(${id})?(${host.text}\n):`).join('')}(${inner}))`
}

/** Pieces are nested or disjoint: an outer piece contains the result of its inner ones. */
function write(source: string, pieces: Piece[]): string {
  const sorted = pieces.toSorted((a, b) => a.start - b.start || b.end - a.end || a.rank - b.rank)
  let next = 0
  const writeUpTo = (from: number, end: number): string => {
    let text = ''
    let at = from
    for (let piece = sorted[next]; piece && piece.end <= end && piece.start >= from; piece = sorted[next]) {
      next += 1
      text += source.slice(at, piece.start) + piece.write(writeUpTo(piece.start, piece.end))
      at = piece.end
    }
    return text + source.slice(at, end)
  }
  return writeUpTo(0, source.length)
}
