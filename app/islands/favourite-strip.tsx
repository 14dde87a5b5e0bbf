import { useEffect, useState } from 'react'
import { FavouriteCard } from '#app/features/favourites/components/favourite-card.tsx'
import type { FavouriteLeague, FavouritesAnswer } from '#app/features/favourites/schema.ts'
import { useMe } from '#app/features/visitor/components/me-provider.tsx'
import { unmarkMember } from '#app/features/visitor/member-mark.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { accountPath, sportPath } from '#app/platform/paths.ts'
import { Carousel } from '#app/ui/carousel.tsx'
import { Icon } from '#app/ui/marks.tsx'

const STEPS = { phone: 300, desktop: 400 }

/** The visitor's favourite leagues; one line for a signed-out visitor or one without favourites. */
export function FavouriteStrip() {
  const { t, i18n } = useTranslation('leagues')
  const leagues = useFavouriteLeagues(i18n.language)
  if (leagues === null)
    return (
      <p className="ask for-strangers">
        <Icon name="heart" />
        <span>{t('favourites.signed-out')}</span>{' '}
        <a href={accountPath(i18n.language, 'login')} data-login>
          {t('favourites.sign-in')}
        </a>
      </p>
    )
  if (leagues.length === 0)
    return (
      <p className="ask">
        <Icon name="heart" />
        <span>{t('favourites.none')}</span>{' '}
        <a href={sportPath(i18n.language, 'soccer')}>{t('favourites.browse')}</a>
      </p>
    )
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

/** Null while no signed-in user is known. */
function useFavouriteLeagues(language: string): FavouriteLeague[] | null {
  const { me } = useMe()
  const isSignedIn = me?.user != null
  const [leagues, setLeagues] = useState<FavouriteLeague[] | null>(null)
  useEffect(() => {
    if (!isSignedIn) return
    const asking = new AbortController()
    // Without a response the page stays unchanged.
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
