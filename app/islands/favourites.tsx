import { FavouriteToggle } from '#app/features/favourites/components/favourite-toggle.tsx'
import { FavouriteStrip } from './favourite-strip.tsx'
import { takeOver } from './react-root.tsx'

export const startStrip = (element: HTMLElement) => takeOver(element, FavouriteStrip)
export const startToggle = (element: HTMLElement) => takeOver(element, FavouriteToggle)
