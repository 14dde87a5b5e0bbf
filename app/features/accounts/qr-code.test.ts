import { create } from 'qrcode'
import { expect, it } from 'vitest'
import { drawQrCode } from './qr-code.server.ts'

it('draws every dark module of the code and no other, with a quiet zone of four modules', () => {
  const text = 'otpauth://totp/Overround:zoe@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Overround'
  const { size, path } = drawQrCode(text)
  const drawn = new Set<string>()
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let i = 0; i < Number(width); i += 1) drawn.add(`${Number(x) + i},${y}`)
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const dark = Array.from({ length: modules.size ** 2 }, (_, i) => [
    i % modules.size,
    Math.floor(i / modules.size),
  ])
    .filter(([x = 0, y = 0]) => modules.get(y, x))
    .map(([x = 0, y = 0]) => `${x + 4},${y + 4}`)
  expect(size).toBe(modules.size + 8)
  expect([...drawn].sort()).toEqual(dark.sort())
})
