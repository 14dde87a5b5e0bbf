import { FavouriteToggle } from '#app/features/favourites/components/favourite-toggle.tsx'
import { Island } from '#app/ui/island.tsx'

/** The favourite button of a league; its island starts when a visitor is about to press it. */
export function Favourite({ league: { id, name } }: { league: { id: string; name: string } }) {
  return (
    <Island name="favourite" as="span" withProps>
      <FavouriteToggle league={{ id, name }} />
    </Island>
  )
}
