import type { MatchSummary } from '../schema.ts'
import { MatchCard } from './match-list.tsx'

/** Featured matches side by side; further ones are reached by scrolling. */
export function FeaturedStrip({ matches }: { matches: MatchSummary[] }) {
  return (
    <ul className="relative flex snap-x gap-3 overflow-x-auto pb-1">
      {matches.map((match) => (
        <li key={match.id} className="w-[min(350px,85%)] shrink-0 snap-start">
          <MatchCard match={match} />
        </li>
      ))}
    </ul>
  )
}
