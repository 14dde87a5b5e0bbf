/** Where a match is played, in lists of several leagues: many countries have a Premier League. */
export function Competition({ country, league }: { country: { name: string }; league: { name: string } }) {
  return (
    <>
      <bdi>{country.name}</bdi> · <bdi>{league.name}</bdi>
    </>
  )
}
