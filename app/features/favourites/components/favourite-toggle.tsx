import { Heart } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useMe } from '../../accounts/components/me-provider.tsx'
import { SHOW_LOGIN_MODAL } from '../../accounts/me.ts'

/** Marks a league as favourite or not: at once on the page, and taken back where it cannot be stored. */
export function FavouriteToggle({ league }: { league: { id: string; name: string } }) {
  const { t } = useTranslation('leagues')
  const { me, update, refresh } = useMe()
  const [storing, setStoring] = useState(false)
  const isFavourite = me?.favourites.includes(league.id) ?? false

  const toggle = async () => {
    if (!me?.user) {
      window.dispatchEvent(new CustomEvent(SHOW_LOGIN_MODAL, { cancelable: true }))
      return
    }
    // Two calls at once may arrive in the other order.
    if (storing) return
    setStoring(true)
    mark(!isFavourite)
    const method = isFavourite ? 'DELETE' : 'POST'
    const response = await fetch(`/resources/favourites/${league.id}`, { method }).catch(() => undefined)
    setStoring(false)
    if (response?.ok) return
    mark(isFavourite)
    // Signed out elsewhere, perhaps.
    if (response?.status === 401) await refresh()
  }
  const mark = (favourite: boolean) =>
    update((current) => {
      const others = current.favourites.filter((id) => id !== league.id)
      return { ...current, favourites: favourite ? [...others, league.id] : others }
    })

  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-disabled={storing}
      onClick={toggle}
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-icon hover:bg-card-hover [@media(scripting:none)]:invisible"
    >
      <Heart aria-hidden="true" fill={isFavourite ? 'currentColor' : 'none'} className="size-5" />
      <span className="sr-only">{t('favourites.toggle', { league: league.name })}</span>
    </button>
  )
}
