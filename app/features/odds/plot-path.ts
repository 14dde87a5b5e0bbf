/** The step lines of a chart as SVG paths over 100 × 100, and the values of such a path. */

/** A value that is valid from a position on, both from 0 to 1; null where nothing is quoted from there on. */
export type Step = readonly [x: number, y: number | null]

/** A part of a line without a gap. */
interface Stretch {
  steps: (readonly [x: number, y: number])[]
  until: number
}

function stretchesOf(steps: readonly Step[]): Stretch[] {
  const stretches: Stretch[] = []
  let open: Stretch | undefined
  for (const [x, y] of steps) {
    if (y === null) {
      if (open) open.until = x
      open = undefined
    } else if (open) open.steps.push([x, y])
    else {
      open = { steps: [[x, y]], until: 1 }
      stretches.push(open)
    }
  }
  return stretches
}

/**
 * The steps of a line as an SVG path over 100 × 100: horizontal, then vertical.
 * @param decimals of heights: from one on a screen shows no more, and `heightAt` reads them
 */
export function stepPath(steps: readonly Step[], decimals = 1): string {
  return stretchesOf(steps)
    .map((stretch) => pathOf(stretch, decimals))
    .join('')
}

function pathOf({ steps, until }: Stretch, decimals: number): string {
  const path = steps.map(
    ([x, y], index) =>
      `${index === 0 ? 'M' : 'H'}${place(x)}${index === 0 ? ' ' : 'V'}${height(y, decimals)}`,
  )
  return `${path.join('')}H${place(until)}`
}

/** The area between two lines, which have the same gaps. */
export function bandPath(upper: readonly Step[], lower: readonly Step[]): string {
  const below = stretchesOf(lower)
  const areas = stretchesOf(upper).map((above, index) => {
    const back = below[index]?.steps.toReversed().map(([x, y]) => `V${height(y, 1)}H${place(x)}`) ?? []
    return `${pathOf(above, 1)}${back.join('')}Z`
  })
  return areas.join('')
}

const place = (share: number) => Number((share * 100).toFixed(1))
const height = (share: number, decimals: number) => Number((100 - share * 100).toFixed(decimals))

/**
 * The height of a step line at a position, both from 0 to 1; null where it has none.
 * @param path of `stepPath`
 */
export function heightAt(path: string, x: number): number | null {
  const at = x * 100
  let y = 0
  for (const [, command, number, height] of path.matchAll(/([MHV])([\d.]+)(?: ([\d.]+))?/g)) {
    const to = Number(number)
    if (command === 'V') y = to
    else if (command === 'H') {
      if (at < to || to === 100) return (100 - y) / 100
    } else if (at < to) return null
    else y = Number(height)
  }
  return null
}
