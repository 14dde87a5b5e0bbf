import { initials } from '#app/ui/initials.ts'
import { Logo } from '#app/ui/logo.tsx'
import { Name } from '#app/ui/name.tsx'

interface TeamProps {
  name: string
  badge: string | null
  /** Shown at the end of the line; null where it is not known. */
  score: number | null
}

/** Home above away, each with badge and, once known, score. */
export function Teams({ home, away }: { home: TeamProps; away: TeamProps }) {
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <Team {...home} />
      <Team {...away} />
    </span>
  )
}

function Team({ name, badge, score }: TeamProps) {
  return (
    <span className="flex min-w-0 items-center gap-1 @2xl:gap-2">
      <Logo src={badge} size={24} fallback={initials(name)} className="@max-2xl:hidden" />
      {/* Two short lines where there is no room for one: cut off, two clubs of one city would read the same. */}
      <Name lines={2} className="grow @max-2xl:text-xs">
        {name}
      </Name>
      {score !== null && <bdi className="font-semibold tabular-nums">{score}</bdi>}
    </span>
  )
}
