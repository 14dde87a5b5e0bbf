/** The names of two sides in one line. The dash stays with the first one: a line may break after it. */
export function Pairing({ of: { home, away } }: { of: { home: string; away: string } }) {
  return (
    <bdi>
      {home}&nbsp;– {away}
    </bdi>
  )
}
