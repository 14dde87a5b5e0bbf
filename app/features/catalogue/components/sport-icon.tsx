import { Icon } from '#app/ui/marks.tsx'
import type { SportSummary } from '../schema.ts'

/** Sports with a drawing in the sprite. */
const DRAWN = new Set([
  'american-football',
  'baseball',
  'basketball',
  'handball',
  'ice-hockey',
  'rugby-union',
  'soccer',
  'tennis',
  'volleyball',
  'esports',
])

/** The names that an operator can choose, and their drawings. */
const NAMED: Record<string, string> = {
  'gamepad-2': 'esports',
  volleyball: 'volleyball',
  swords: 'swords',
  target: 'target',
}

interface SportIconProps {
  sport: Pick<SportSummary, 'slug' | 'iconName' | 'iconUrl' | 'iconSvg'>
  /** The name of a drawing in the sprite. */
  className?: string
}

/** The operator's icon of a sport (drawing, then image, then by name), else the sprite's drawing, else a trophy. */
export function SportIcon({
  sport,
  className = 'size-5 shrink-0 fill-none stroke-current stroke-[1.75]',
}: SportIconProps) {
  if (sport.iconSvg) {
    // A mask, not markup: it has the text's colour, and cannot run scripts.
    const image = `url("data:image/svg+xml,${encodeURIComponent(sport.iconSvg)}")`
    const mask = { maskImage: image, maskSize: 'contain', maskRepeat: 'no-repeat' }
    return <span aria-hidden="true" style={mask} className="size-5 shrink-0 bg-current" />
  }
  if (sport.iconUrl) {
    return (
      <img src={sport.iconUrl} alt="" width={20} height={20} loading="lazy" className="size-5 shrink-0" />
    )
  }
  const named = sport.iconName ? NAMED[sport.iconName] : undefined
  return <Icon name={named ?? (DRAWN.has(sport.slug) ? sport.slug : 'trophy')} className={className} />
}
