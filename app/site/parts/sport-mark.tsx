import { SportIcon } from '#app/features/catalogue/components/sport-icon.tsx'
import type { SportSummary } from '#app/features/catalogue/schema.ts'
import { Icon } from '#app/ui/marks.tsx'

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
const NAMED: Record<string, string> = {
  'gamepad-2': 'esports',
  volleyball: 'volleyball',
  swords: 'swords',
  target: 'target',
}

/** The operator's icon of a sport (image, drawing, name), else the sprite's drawing of it, else a trophy. */
export function SportMark({
  sport,
}: {
  sport: Pick<SportSummary, 'slug' | 'iconName' | 'iconUrl' | 'iconSvg'>
}) {
  if (sport.iconUrl || sport.iconSvg) return <SportIcon sport={sport} />
  const named = sport.iconName ? NAMED[sport.iconName] : undefined
  return <Icon name={named ?? (DRAWN.has(sport.slug) ? sport.slug : 'trophy')} />
}
