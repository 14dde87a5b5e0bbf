import sharp, { type OverlayOptions } from 'sharp'
import { type CardCell, SHARE_SIZE, type ShareCard } from './card.ts'
import { drawText, type TextStyle } from './text.server.ts'

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE
const MARGIN = 64
const GAP = 16
const INNER = WIDTH - 2 * MARGIN
const CELL = { top: 388, height: 148, padding: 20, radius: 12 }
/** The invisible bar of a text begins this far above the top of its letters, in sizes. */
const ABOVE = 1.4
/** From the top of a text to its base line, in sizes. */
const BASE = 0.97

/** Where a text begins or ends, seen in the direction of the language. */
interface Placed extends Omit<TextStyle, 'direction'> {
  /** Pixels from the edge where lines begin. */
  at: number
  top: number
  anchor?: 'start' | 'end'
  /** A price, a score or an age: its signs stay where they are, in every language. */
  isNumber?: boolean
}

/** Draws a card as a PNG of 1200 × 630 pixels. Nearly all of the work is done on the thread pool. */
export async function drawCard(card: ShareCard): Promise<Buffer> {
  const { colours, direction, cells } = card
  const isRtl = direction === 'rtl'

  async function write(text: string, placed: Placed): Promise<OverlayOptions[]> {
    const drawn = await drawText(text, {
      ...placed,
      direction: placed.isNumber ? 'ltr' : direction,
    })
    if (!drawn) return []
    const { at, anchor = 'start', top, size } = placed
    // A reduced text stands on the base line of the full size.
    const lowered = (size - drawn.size) * BASE
    const start = anchor === 'start' ? at : at - drawn.width
    const left = Math.round(isRtl ? WIDTH - start - drawn.width : start)
    const raw = { width: drawn.width, height: drawn.height, channels: 4 as const }
    return [
      {
        input: drawn.data,
        raw,
        left: Math.max(left, 0),
        top: Math.round(top + lowered - drawn.size * ABOVE),
      },
    ]
  }

  const { heading, body, muted, accent } = colours
  const hasScores = card.scores.length > 0
  const titleTop = card.title.length > 1 ? 158 : 190
  const texts = [
    write(card.siteName, {
      at: MARGIN,
      top: 44,
      size: 30,
      colour: accent,
      isBold: true,
      maxWidth: INNER / 2,
    }),
    write('18+', {
      ...{
        at: WIDTH - MARGIN,
        top: 46,
        size: 26,
        colour: muted,
        anchor: 'end',
        isNumber: true,
        maxWidth: 100,
      },
    }),
    write(card.place, { at: MARGIN, top: 104, size: 26, colour: muted, maxWidth: INNER }),
    ...card.title.map((name, n) =>
      write(name, {
        ...{ at: MARGIN, top: titleTop + n * 76, size: 56, colour: heading, isBold: true },
        maxWidth: INNER - (hasScores ? 140 : 0),
      }),
    ),
    ...card.scores.map((score, n) =>
      write(score, {
        ...{ at: WIDTH - MARGIN, top: titleTop + n * 76, size: 56, colour: heading, isBold: true },
        ...{ anchor: 'end', isNumber: true, maxWidth: 130 },
      }),
    ),
    write(card.when, { at: MARGIN, top: 324, size: 28, colour: body, maxWidth: INNER * 0.56 }),
    write(card.market, {
      ...{ at: WIDTH - MARGIN, top: 326, size: 26, colour: muted, anchor: 'end', maxWidth: INNER * 0.4 },
    }),
    ...card.lines.map((line, n) =>
      write(line, { at: MARGIN, top: CELL.top + 8 + n * 46, size: 28, colour: body, maxWidth: INNER }),
    ),
    ...cells.map((cell, n) => writeCell(cell, cellAt(n, cells.length))),
    write(card.note, { at: MARGIN, top: 566, size: 22, colour: muted, maxWidth: INNER }),
  ]

  async function writeCell(cell: CardCell, { left, width }: { left: number; width: number }) {
    const of = { at: left + CELL.padding, maxWidth: width - 2 * CELL.padding }
    const parts = await Promise.all([
      write(cell.label, { ...of, top: CELL.top + 18, size: 22, colour: muted }),
      write(cell.price, {
        ...{ ...of, top: CELL.top + 48, size: 46, isBold: true, isNumber: true },
        colour: cell.price === '–' ? muted : accent,
      }),
      write(cell.by, { ...of, top: CELL.top + 110, size: 20, colour: body }),
    ])
    return parts.flat()
  }

  const boxes = cells.map(({ hasWon }, n): OverlayOptions => {
    const { left, width } = cellAt(n, cells.length)
    const box = drawBox(width, { fill: colours.card, border: hasWon ? accent : colours.border })
    return { ...box, left: Math.round(isRtl ? WIDTH - left - width : left), top: CELL.top }
  })
  const edge: OverlayOptions = {
    input: { create: { width: 12, height: HEIGHT, channels: 3, background: accent } },
    left: isRtl ? WIDTH - 12 : 0,
    top: 0,
  }
  const written = await Promise.all(texts)
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: colours.background } })
    .composite([edge, ...boxes, ...written.flat()])
    .png({ compressionLevel: 6 })
    .toBuffer()
}

function cellAt(n: number, count: number): { left: number; width: number } {
  const width = Math.floor((INNER - (count - 1) * GAP) / count)
  return { left: MARGIN + n * (width + GAP), width }
}

/** A box with round corners and a border of two pixels. */
function drawBox(
  width: number,
  { fill, border }: { fill: string; border: string },
): Pick<OverlayOptions, 'input' | 'raw'> {
  const { height, radius } = CELL
  const data = Buffer.alloc(width * height * 4)
  const [inside, line] = [pixelOf(fill), pixelOf(border)]
  const stride = width * 4
  for (let y = 0; y < height; y += 1) {
    const row = data.subarray(y * stride, (y + 1) * stride)
    // All rows between the corners are equal.
    if (y > radius && y < height - radius) data.copy(row, 0, radius * stride, (radius + 1) * stride)
    else drawRow(row, y)
  }

  function drawRow(row: Buffer, y: number): void {
    for (let x = 0; x < width; x += 1) {
      const depth = depthAt(x + 0.5, y + 0.5, { width, height, radius })
      if (depth <= -0.5) continue
      const colour = depth < 2 ? line : inside
      row.writeUInt32BE((colour | Math.round(255 * Math.min(1, depth + 0.5))) >>> 0, x * 4)
    }
  }

  return { input: data, raw: { width, height, channels: 4 } }
}

/** How far a point is inside a box with round corners, in pixels; negative outside. */
function depthAt(
  x: number,
  y: number,
  { width, height, radius }: { width: number; height: number; radius: number },
): number {
  const [dx, dy] = [Math.min(x, width - x), Math.min(y, height - y)]
  if (dx >= radius || dy >= radius) return Math.min(dx, dy)
  return radius - Math.hypot(radius - dx, radius - dy)
}

/** Red, green and blue in the upper 24 bits. */
function pixelOf(hex: string): number {
  return Number.parseInt(hex.slice(1), 16) << 8
}
