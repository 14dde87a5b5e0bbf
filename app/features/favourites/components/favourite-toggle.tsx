import { useEffect, useRef, useState } from 'react'
import { storeCurrentPath, storeWantedFavourite, takeWantedFavourite } from '#app/features/visitor/browser.ts'
import { useMe } from '#app/features/visitor/components/me-provider.tsx'
import { SHOW_LOGIN_MODAL } from '#app/features/visitor/me.ts'
import type { Me } from '#app/features/visitor/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { takeEarlyPress } from '#app/ui/early.ts'
import { Icon } from '#app/ui/marks.tsx'

/** What is marked, as `writeMark` writes it, and how it is named. */
export interface Markable {
  mark: string
  name: string
}

/** Marks something as favourite or not. The page changes at once, and changes back if storing fails. */
export function FavouriteToggle({ of }: { of: Markable }) {
  const { t } = useTranslation('leagues')
  const { me, change, refresh } = useMe()
  const [storing, setStoring] = useState(false)
  const isFavourite = me?.favourites.includes(of.mark) ?? false

  const toggle = async () => {
    // Two concurrent requests could arrive in the wrong order.
    if (storing) return
    setStoring(true)
    // Until the page knows the visitor, it asks first.
    await store(me ?? (await refresh()))
    setStoring(false)
  }
  /** Also of a visitor who cannot be read: the server says whether that is a member. */
  const store = async (known: Me | undefined) => {
    if (known && !known.user) return askToSignIn(of.mark)
    const wasFavourite = known?.favourites.includes(of.mark) ?? false
    const method = wasFavourite ? 'DELETE' : 'POST'
    const response = await change(marked(!wasFavourite), marked(wasFavourite), () =>
      // The request completes even if the visitor leaves the page at once.
      fetch(`/resources/favourites/${of.mark}`, { method, keepalive: true }),
    )
    // The page tells again why nothing can be stored.
    if (!response && !navigator.onLine) window.dispatchEvent(new Event('offline'))
    // The visitor may have signed out elsewhere.
    if (response?.status === 401 && !(await refresh())?.user) askToSignIn(of.mark)
  }
  const marked =
    (favourite: boolean) =>
    (current: Me): Me => {
      const others = current.favourites.filter((it) => it !== of.mark)
      return { ...current, favourites: favourite ? [...others, of.mark] : others }
    }

  // A press before the scripts loaded.
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on hydration
  useEffect(() => {
    if (button.current && takeEarlyPress(button.current)) toggle()
  }, [])

  const isMember = Boolean(me?.user)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the visitor is known to have signed in
  useEffect(() => {
    if (isMember && takeWantedFavourite(of.mark) && !isFavourite) toggle()
  }, [isMember])

  return (
    <button
      ref={button}
      type="button"
      data-early
      aria-pressed={isFavourite}
      aria-disabled={storing}
      onClick={toggle}
      className="heart"
    >
      <Icon name="heart" />
      <span className="sr-only">{t('favourites.toggle', { league: of.name })}</span>
    </button>
  )
}

/** After signing in, the visitor returns to this page, and the favourite is marked. */
function askToSignIn(mark: string): void {
  storeCurrentPath()
  storeWantedFavourite(mark)
  window.dispatchEvent(new CustomEvent(SHOW_LOGIN_MODAL, { cancelable: true }))
}
