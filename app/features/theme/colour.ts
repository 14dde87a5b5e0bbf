/** Colours in the form that operators enter: `#rgb` or `#rrggbb`. */

type Rgb = readonly [red: number, green: number, blue: number]
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** A colour as `#rrggbb` in lower case, three digits expanded; null for anything else. */
export function parseHex(text: string | null | undefined): string | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text?.trim() ?? '')?.[1]?.toLowerCase()
  if (!digits) return null
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}

function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** A mix of two colours; `share` is the part of the second, 0 to 1. */
export function mixColours(from: string, to: string, share: number): string {
  return toHex(mixRgb(toRgb(from), toRgb(to), share))
}

function mixRgb(from: Rgb, to: Rgb, share: number): Rgb {
  const mix = (a: number, b: number) => Math.round(a + (b - a) * share)
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])]
}

/** The light of each value of a part: a theme asks for thousands. */
const LIGHT = Array.from({ length: 256 }, (_, part) => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** Relative luminance, 0 (black) to 1 (white), by WCAG 2.2. */
export function luminance(hex: string): number {
  return lightOf(toRgb(hex))
}

function lightOf([red, green, blue]: Rgb): number {
  return 0.2126 * (LIGHT[red] ?? 0) + 0.7152 * (LIGHT[green] ?? 0) + 0.0722 * (LIGHT[blue] ?? 0)
}

/** Contrast of two colours, 1 to 21, by WCAG 2.2. */
export function contrastRatio(a: string, b: string): number {
  return contrastOf(luminance(a), luminance(b))
}

function contrastOf(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** A background that is mixed from the text's own colour: `share` is the text's part of it. */
export interface Tint {
  ground: string
  share: number
}

/** The lowest contrast of a colour on its backgrounds. */
export function lowestContrast(colour: string, grounds: readonly string[], tint?: Tint): number {
  return lowestOn(grounds, tint)(toRgb(colour))
}

function lowestOn(grounds: readonly string[], tint: Tint | undefined): (shade: Rgb) => number {
  const lights = grounds.map(luminance)
  const tinted = tint && toRgb(tint.ground)
  return (shade) => {
    const light = lightOf(shade)
    const own = tinted ? contrastOf(light, lightOf(mixRgb(tinted, shade, tint.share))) : 21
    return Math.min(own, ...lights.map((ground) => contrastOf(light, ground)))
  }
}

/** The nearest shade of a colour, towards white or black, with the contrast on every background. */
export function readableOn(colour: string, grounds: readonly string[], ratio = 4.5, tint?: Tint): string {
  const worst = lowestOn(grounds, tint)
  const own = toRgb(colour)
  if (worst(own) >= ratio) return colour
  const shares = Array.from({ length: 20 }, (_, i) => (i + 1) / 20)
  for (const share of shares) {
    for (const end of [WHITE, BLACK]) {
      const shade = mixRgb(own, end, share)
      if (worst(shade) >= ratio) return toHex(shade)
    }
  }
  return toHex(worst(WHITE) >= worst(BLACK) ? WHITE : BLACK)
}

/**
 * A colour that is readable as text on a background, else white or black: a shade near the background would look
 * disabled.
 */
export function plainOn(colour: string, ground: string): string {
  if (contrastRatio(colour, ground) >= 4.5) return colour
  return contrastRatio('#ffffff', ground) >= contrastRatio('#000000', ground) ? '#ffffff' : '#000000'
}

/** A colour with an opacity (0 to 1) as two more hex digits; 0.35 is 59. */
export function withOpacity(hex: string, opacity: number): string {
  const clamped = Math.min(1, Math.max(0, Number.isFinite(opacity) ? opacity : 1))
  return `${hex}${Math.round(clamped * 255)
    .toString(16)
    .padStart(2, '0')}`
}
