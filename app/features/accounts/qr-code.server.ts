import { create } from 'qrcode'
import type { QrCode } from './schema.ts'

/** The quiet zone around the code that the standard requires. */
const QUIET_ZONE = 4

/** Draws a text as a QR code: each run of dark squares of a row is one rectangle of the path. */
export function drawQrCode(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const runs: string[] = []
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      if (!modules.get(y, x)) continue
      const start = x
      while (x + 1 < modules.size && modules.get(y, x + 1)) x += 1
      runs.push(`M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${x + 1 - start}v1H${start + QUIET_ZONE}z`)
    }
  }
  return { size: modules.size + 2 * QUIET_ZONE, path: runs.join('') }
}
