import { useEffect, useRef, useState } from 'react'
import { storeCurrentPath, storeWantedFavourite, takeWantedFavourite } from '#app/features/visitor/browser.ts'
import { useMe } from '#app/features/visitor/components/me-provider.tsx'
import { SHOW_LOGIN_MODAL } from '#app/features/visitor/me.ts'
import type { Me } from '#app/features/visitor/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { takeEarlyPress } from '#app/ui/early.ts'
import { Icon } from '#app/ui/marks.tsx'

/** Marks a league as favourite or not. The page changes at once, and changes back if storing fails. */
export function FavouriteToggle({ league }: { league: { id: string; name: string } }) {
  const { t } = useTranslation('leagues')
  const { me, update, refresh } = useMe()
  const [storing, setStoring] = useState(false)
  const isFavourite = me?.favourites.includes(league.id) ?? false

  const toggle = async () => {
    // Two concurrent requests could arrive in the wrong order.
    if (storing) return
    setStoring(true)
    // Until the page knows the visitor, it asks first.
    await store(me ?? (await refresh()))
    setStoring(false)
  }
  const store = async ({ user, favourites }: Me) => {
    if (!user) return askToSignIn(league.id)
    const wasFavourite = favourites.includes(league.id)
    mark(!wasFavourite)
    const method = wasFavourite ? 'DELETE' : 'POST'
    // The request completes even if the visitor leaves the page at once.
    const asked = fetch(`/resources/favourites/${league.id}`, { method, keepalive: true })
    const response = await asked.catch(() => undefined)
    if (response?.ok) return
    mark(wasFavourite)
    // The visitor may have signed out elsewhere.
    if (response?.status === 401 && !(await refresh()).user) askToSignIn(league.id)
  }
  const mark = (favourite: boolean) =>
    update((current) => {
      const others = current.favourites.filter((id) => id !== league.id)
      return { ...current, favourites: favourite ? [...others, league.id] : others }
    })

  // A press before the scripts loaded.
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on hydration
  useEffect(() => {
    if (button.current && takeEarlyPress(button.current)) toggle()
  }, [])

  const isMember = Boolean(me?.user)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the visitor is known to have signed in
  useEffect(() => {
    if (isMember && takeWantedFavourite(league.id) && !isFavourite) toggle()
  }, [isMember])

  return (
    <button
      ref={button}
      type="button"
      data-early
      aria-pressed={isFavourite}
      aria-disabled={storing}
      onClick={toggle}
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-icon hover:bg-card-hover [@media(scripting:none)]:invisible"
    >
      <Icon name="heart" />
      <span className="sr-only">{t('favourites.toggle', { league: league.name })}</span>
    </button>
  )
}

/** After signing in, the visitor returns to this page, and the league is marked. */
function askToSignIn(leagueId: string): void {
  storeCurrentPath()
  storeWantedFavourite(leagueId)
  window.dispatchEvent(new CustomEvent(SHOW_LOGIN_MODAL, { cancelable: true }))
}
