import { Crest } from '#app/ui/marks.tsx'

/** A team's crest and name, and its goals if they are known. */
export function Team({
  name,
  badge,
  score,
}: {
  name: string
  badge: string | null
  score: number | undefined
}) {
  return (
    <span className="team">
      <Crest name={name} src={badge} />
      <bdi>{name}</bdi>
      {score !== undefined && <b>{score}</b>}
    </span>
  )
}
