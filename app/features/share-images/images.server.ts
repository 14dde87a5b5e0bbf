import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ShareCard } from './card.ts'
import { drawCard } from './draw.server.ts'

/** Part of the tags: raise it when the drawing changes. */
const DRAWING = 1
/** About 500 images. */
const MAX_BYTES = 24 * 1024 * 1024
/** Images that wait for the one that is being drawn: about two seconds. */
const MOST_WAITING = 30

export interface ShareImages {
  /**
   * The image of a card; null if too many are waiting. Cards that say the same share an image.
   * @param isNeeded never null: for the few images that stand in for the others
   */
  get(card: ShareCard, isNeeded?: boolean): Promise<Buffer | null>
}

/** What identifies the image of a card. */
export function tagOfCard(card: ShareCard): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING, card]))
    .digest('base64url')
    .slice(0, 22)
}

/**
 * Draws one image at a time and keeps the latest ones, so that no number of requests takes more than a part of one
 * processor and a fixed amount of memory.
 */
export function createShareImages(draw: (card: ShareCard) => Promise<Buffer> = drawCard): ShareImages {
  const drawn = new LRUCache<string, Buffer>({ maxSize: MAX_BYTES, sizeCalculation: ({ length }) => length })
  const waiting = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()

  return {
    get(card, isNeeded = false) {
      const tag = tagOfCard(card)
      const known = drawn.get(tag) ?? waiting.get(tag)
      if (known) return Promise.resolve(known)
      if (waiting.size >= MOST_WAITING && !isNeeded) return Promise.resolve(null)
      const image = last.then(() => draw(card))
      waiting.set(tag, image)
      last = image.then(
        (body) => {
          drawn.set(tag, body)
          waiting.delete(tag)
        },
        () => waiting.delete(tag),
      )
      return image
    },
  }
}
