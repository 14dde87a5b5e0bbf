import { Gamepad2, type LucideIcon, Swords, Target, Trophy, Volleyball } from 'lucide-react'
import type { SportSummary } from '../schema.ts'

const ICONS: Record<string, LucideIcon> = {
  volleyball: Volleyball,
  esports: Gamepad2,
  'gamepad-2': Gamepad2,
  swords: Swords,
  target: Target,
}

const BALL = 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z'
const OVAL = 'M4 20c-1.2-7 1.5-15 16-16c1.2 7-1.5 15-16 16z'

/** Drawings of 24 by 24 for the sports that the icon library does not have. */
const DRAWINGS: Record<string, string> = {
  'american-football': `${OVAL}M9 15l6-6M10 11.5l2.5 2.5M12 9.5l2.5 2.5`,
  baseball: `${BALL}M6.2 5.4c2.6 3.8 2.6 9.4 0 13.2M17.8 5.4c-2.6 3.8-2.6 9.4 0 13.2M6.6 9.5h2.6M6.6 14.5h2.6M14.8 9.5h2.6M14.8 14.5h2.6`,
  basketball: `${BALL}M3 12h18M12 3v18M5.7 5.7c3.4 3.4 3.4 9.2 0 12.6M18.3 5.7c-3.4 3.4-3.4 9.2 0 12.6`,
  handball: `${BALL}M12 3c-2.2 3-2.2 6 0 9s2.2 6 0 9M3.4 9.6c3.4-1.2 6-.2 8.6 2.4s5.2 3.6 8.6 2.4`,
  'ice-hockey': 'M6 3l6.2 14H18a2 2 0 0 1 0 4h-8.4L4 6.5M15 13h5',
  'rugby-union': `${OVAL}M3.7 14.5l5.8 5.8M14.5 3.7l5.8 5.8`,
  soccer: `${BALL}M12 8l3.8 2.8l-1.5 4.4H9.7l-1.5-4.4zM12 8V3M15.8 10.8l4.7-1M14.3 15.2l2.9 4.1M9.7 15.2l-2.9 4.1M8.2 10.8l-4.7-1`,
  tennis: `${BALL}M5.3 6.2c3.4 3 3.4 8.6 0 11.6M18.7 6.2c-3.4 3-3.4 8.6 0 11.6`,
}

/** The operator's icon of a sport (image, then drawing, then by name), else the sport's own, else a trophy. */
export function SportIcon({
  sport,
}: {
  sport: Pick<SportSummary, 'slug' | 'iconName' | 'iconUrl' | 'iconSvg'>
}) {
  if (sport.iconUrl) {
    return (
      <img src={sport.iconUrl} alt="" width={20} height={20} loading="lazy" className="size-5 shrink-0" />
    )
  }
  if (sport.iconSvg) {
    // As a mask and not as markup: it takes the text's colour, and nothing in it can run.
    const image = `url("data:image/svg+xml,${encodeURIComponent(sport.iconSvg)}")`
    const mask = { maskImage: image, maskSize: 'contain', maskRepeat: 'no-repeat' }
    return <span aria-hidden="true" style={mask} className="size-5 shrink-0 bg-current" />
  }
  const named = sport.iconName ? ICONS[sport.iconName] : undefined
  const drawing = DRAWINGS[sport.slug]
  if (!named && drawing) {
    return (
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-5 shrink-0"
      >
        <path d={drawing} />
      </svg>
    )
  }
  const Icon = named ?? ICONS[sport.slug] ?? Trophy
  return <Icon aria-hidden="true" className="size-5 shrink-0" />
}
