/** Colours in the form that operators enter: `#rgb` or `#rrggbb`. */

type Rgb = readonly [red: number, green: number, blue: number]

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
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** A mix of two colours; `share` is the part of the second, 0 to 1. */
export function mixColours(from: string, to: string, share: number): string {
  const [a, b] = [toRgb(from), toRgb(to)]
  return toHex([0, 1, 2].map((i) => (a[i] ?? 0) + ((b[i] ?? 0) - (a[i] ?? 0)) * share) as unknown as Rgb)
}

/** Relative luminance, 0 (black) to 1 (white), by WCAG 2.2. */
export function luminance(hex: string): number {
  const [red, green, blue] = toRgb(hex).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, 1 to 21, by WCAG 2.2. */
export function contrastRatio(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The nearest shade of a colour, towards white or black, with the contrast on every background. */
export function readableOn(colour: string, grounds: readonly string[], ratio = 4.5): string {
  const worst = (shade: string) => Math.min(...grounds.map((ground) => contrastRatio(shade, ground)))
  if (worst(colour) >= ratio) return colour
  const shades = Array.from({ length: 20 }, (_, i) => (i + 1) / 20)
  for (const share of shades) {
    for (const end of ['#ffffff', '#000000']) {
      const shade = mixColours(colour, end, share)
      if (worst(shade) >= ratio) return shade
    }
  }
  return worst('#ffffff') >= worst('#000000') ? '#ffffff' : '#000000'
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
