import { FavouriteToggle, type Markable } from '#app/features/favourites/components/favourite-toggle.tsx'
import { type Mark, writeMark } from '#app/features/favourites/marks.ts'
import { Island } from '#app/ui/island.tsx'

/** The favourite button of a league, a team or a match; its island starts when a visitor is about to press it. */
export function Favourite({ of, name }: { of: Mark; name: string }) {
  const markable: Markable = { mark: writeMark(of), name }
  return (
    <Island name="favourite" as="span" withProps>
      <FavouriteToggle of={markable} />
    </Island>
  )
}
