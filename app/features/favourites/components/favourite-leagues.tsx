import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { useMe } from '#app/features/visitor/components/me-provider.tsx'
import { unmarkMember } from '#app/features/visitor/member-mark.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { accountPath, sportPath } from '#app/platform/paths.ts'
import { Carousel } from '#app/ui/carousel.tsx'
import { Link } from '#app/ui/link.tsx'
import { Section } from '#app/ui/section.tsx'
import type { FavouriteLeague, FavouritesAnswer } from '../schema.ts'
import { FavouriteCard } from './favourite-card.tsx'

const STEPS = { phone: 300, desktop: 400 }

/** The visitor's favourite leagues. The page is rendered for an unknown visitor and keeps its height. */
export function FavouriteLeagues() {
  const { i18n } = useTranslation()
  const leagues = useFavouriteLeagues(i18n.language)
  return (
    <div className="flex min-h-54.5 flex-col *:grow">
      {leagues === null && (
        <div className="for-strangers flex flex-col *:grow">
          <SignInPrompt />
        </div>
      )}
      {leagues?.length === 0 && <NoneYet />}
      {leagues && leagues.length > 0 && <Cards leagues={leagues} />}
    </div>
  )
}

/** Null until the visitor is known to be signed in. */
function useFavouriteLeagues(language: string): FavouriteLeague[] | null {
  const { me } = useMe()
  const isSignedIn = me?.user != null
  const [leagues, setLeagues] = useState<FavouriteLeague[] | null>(null)
  useEffect(() => {
    if (!isSignedIn) return
    const asking = new AbortController()
    // Without an answer the page stays unchanged.
    askForFavourites(language, asking.signal).then(setLeagues, unmarkMember)
    return () => asking.abort()
  }, [language, isSignedIn])
  return isSignedIn ? leagues : null
}

async function askForFavourites(language: string, signal: AbortSignal): Promise<FavouriteLeague[] | null> {
  const response = await fetch(`/resources/favourites?lang=${language}`, { signal })
  if (!response.ok) return null
  return ((await response.json()) as FavouritesAnswer).leagues
}

function Cards({ leagues }: { leagues: FavouriteLeague[] }) {
  const { t } = useTranslation('leagues')
  return (
    <Carousel title={t('favourites')} steps={STEPS}>
      {leagues.map((league) => (
        <Item key={league.id} league={league} />
      ))}
    </Carousel>
  )
}

function Item(props: { league: FavouriteLeague }) {
  return (
    <li className="carousel-card">
      <FavouriteCard {...props} />
    </li>
  )
}

function NoneYet() {
  const { t, i18n } = useTranslation('leagues')
  return (
    <Note text={t('favourites.none')}>
      <Link to={sportPath(i18n.language, 'soccer')} className="button min-h-11 px-4 md:min-h-9">
        {t('favourites.browse')}
      </Link>
    </Note>
  )
}

function SignInPrompt() {
  const { t, i18n } = useTranslation('leagues')
  // A dialog that opens on the event prevents its default; otherwise the link opens the page.
  const onClick = (event: MouseEvent) => {
    const unheard = window.dispatchEvent(new CustomEvent('show-login-modal', { cancelable: true }))
    if (!unheard) event.preventDefault()
  }
  return (
    <Note text={t('favourites.signed-out')}>
      <Link
        to={accountPath(i18n.language, 'login')}
        onClick={onClick}
        className="button min-h-11 px-4 md:min-h-9"
      >
        {t('favourites.sign-in')}
      </Link>
    </Note>
  )
}

function Note({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useTranslation('leagues')
  return (
    <Section title={t('favourites')}>
      <div className="flex grow flex-col items-center justify-center gap-3 rounded-lg border border-dashed border-line px-4 py-6 text-center text-sm text-muted">
        <p className="max-w-prose">{text}</p>
        {children}
      </div>
    </Section>
  )
}
