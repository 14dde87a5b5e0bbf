import { Gamepad2, Goal, type LucideIcon, Swords, Target, Trophy, Volleyball } from 'lucide-react'
import type { SportSummary } from '../schema.ts'

const ICONS: Record<string, LucideIcon> = {
  goal: Goal,
  soccer: Goal,
  volleyball: Volleyball,
  esports: Gamepad2,
  'gamepad-2': Gamepad2,
  swords: Swords,
  target: Target,
}

/** The operator's icon of a sport (image, then drawing, then by name), else a trophy. */
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
  const Icon = ICONS[sport.iconName ?? sport.slug] ?? Trophy
  return <Icon aria-hidden="true" className="size-5 shrink-0" />
}
