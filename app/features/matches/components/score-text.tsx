interface ScoreTextProps {
  /** Text where somebody types it. */
  home: number | string
  away: number | string
}

/**
 * A score in a text: from left to right in every language, because a `bdi` without letters is. The head of a match has no such
 * text: there each side's goals stand beside its crest.
 */
export function ScoreText({ home, away }: ScoreTextProps) {
  return (
    <bdi>
      {home}–{away}
    </bdi>
  )
}
