import sprite from './marks.svg?no-inline'

/** A drawing of the sprite in the text's colour. It has no name, so screen readers skip it. */
export function Icon({ name, className = 'icon' }: { name: string; className?: string }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is beside a word, and a page has two hundred of them
    <svg className={className}>
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}

/** The binary digits of a mark's number, and the number of patterns in the sprite (scripts/draw-marks.ts). */
const MARK_BITS = 6
const PATTERNS = 12

/** Odd; with it no two bookmakers of the demonstration have the same figure. */
const MARK_FACTOR = 8797

/** Colours of crests without known colours. */
const COLOURS = ['#b22', '#24a', '#174', '#fc3', '#123', '#eef', '#628', '#e71', '#2ac', '#713']

/** FNV-1a: the same name has the same drawing everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0
  return value
}

/** A bookmaker's logo, or a mark generated from its name. */
export function BookmakerMark({ name, logoUrl = null }: { name: string; logoUrl?: string | null }) {
  if (logoUrl) return <img className="mark" src={logoUrl} alt="" width={24} height={24} loading="lazy" />
  return <Icon className="mark" name={`k${Math.imul(hash(name), MARK_FACTOR) >>> (32 - MARK_BITS)}`} />
}

/** A team's badge, or a crest generated from its name: two colours and a pattern. */
export function Crest({ name, src = null, size = 20 }: { name: string; src?: string | null; size?: number }) {
  if (src) return <img className="badge" src={src} alt="" width={size} height={size} loading="lazy" />
  const value = hash(name)
  const first = value % COLOURS.length
  const second = (first + 1 + ((value >>> 8) % (COLOURS.length - 1))) % COLOURS.length
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is beside the name
    <svg className="crest">
      <use href={`${sprite}#c${(value >>> 16) % PATTERNS}`} color={COLOURS[first]} fill={COLOURS[second]} />
    </svg>
  )
}
