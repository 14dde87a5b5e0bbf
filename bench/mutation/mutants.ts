import { changesOf } from './mutators.ts'
import { hostOf, type Node, parse, places } from './syntax.ts'

/** One small fault in a file. */
export interface Mutant {
  /** Unique among all files of a run. */
  id: number
  file: string
  line: number
  /** The line of the source, without indentation. */
  code: string
  /** The original text and its replacement. */
  original: string
  mutant: string
  /** The source range that is switched at run time, and its mutated text. */
  host: { start: number; end: number; isStatement: boolean; text: string }
}

/** Every mutant of a file; ids start at `firstId`. */
export function mutantsOf(file: string, source: string, firstId: number): Mutant[] {
  const mutants: Mutant[] = []
  const isServer = file.includes('.server.')
  for (const place of places(parse(file, source))) {
    for (const { at = place.node, text } of changesOf(place, source, isServer)) {
      const isStatement = /Statement$/.test(place.node.type)
      const host = isStatement ? place.node : hostOf(place)
      mutants.push({
        id: firstId + mutants.length,
        file,
        ...describe(source, at, text),
        host: {
          start: host.start,
          end: host.end,
          isStatement,
          text: source.slice(host.start, at.start) + text + source.slice(at.end, host.end),
        },
      })
    }
  }
  return mutants
}

/** The complete source with this mutant. */
export function mutatedSource(source: string, { host }: Mutant): string {
  return source.slice(0, host.start) + host.text + source.slice(host.end)
}

function describe(source: string, at: Pick<Node, 'start' | 'end'>, text: string) {
  const lineStart = source.lastIndexOf('\n', at.start - 1) + 1
  const lineEnd = source.indexOf('\n', at.start)
  return {
    line: source.slice(0, at.start).split('\n').length,
    code: source.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).trim(),
    original: shorten(source.slice(at.start, at.end)),
    mutant: shorten(text) || '(removed)',
  }
}

/** In one line; a long text loses its middle. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 100 ? line : `${line.slice(0, 55)} … ${line.slice(-42)}`
}
