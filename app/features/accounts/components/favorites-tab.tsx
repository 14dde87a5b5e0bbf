import { Form, Link, useNavigation } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath, leaguePath } from '#app/platform/paths.ts'
import { Banner } from '#app/ui/banner.tsx'
import { initials } from '#app/ui/initials.ts'
import { Logo } from '#app/ui/logo.tsx'
import { Name } from '#app/ui/name.tsx'
import type { FavouriteLeague } from '../schema.ts'

/** The favourite leagues; null when they could not be loaded. */
export function FavoritesTab({ favourites }: { favourites: FavouriteLeague[] | null }) {
  const { t, i18n } = useTranslation('profile')
  const navigation = useNavigation()
  const removing = navigation.formData?.get('intent') === 'remove-favorite' && navigation.formData.get('id')
  if (!favourites) return <Banner tone="error">{t('favorites-failed')}</Banner>
  const shown = favourites.filter((favourite) => favourite.id !== removing)
  if (shown.length === 0) {
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-sm text-body">{t('favorites-empty')}</p>
        <Link to={homePath(i18n.language)} className="button min-h-11 px-6 text-sm">
          {t('browse-leagues')}
        </Link>
      </div>
    )
  }
  return (
    <ul className="divide-y divide-line rounded-lg border border-card-line bg-card px-4">
      {shown.map((favourite) => (
        <FavouriteRow key={favourite.id} favourite={favourite} />
      ))}
    </ul>
  )
}

function FavouriteRow({ favourite }: { favourite: FavouriteLeague }) {
  const { t, i18n } = useTranslation('profile')
  const { sport, country, slug } = favourite
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-3 py-2 text-sm">
      <Logo src={favourite.logoUrl} size={24} fallback={initials(favourite.name)} />
      <div className="min-w-0 grow">
        <p className="truncate text-heading">
          <Name>{favourite.name}</Name>
        </p>
        <p className="truncate text-muted">
          <Name>{country.name}</Name>
        </p>
      </div>
      {favourite.isShown && (
        <Link
          to={leaguePath(i18n.language, sport.slug, country.code.toLowerCase(), slug)}
          className="inline-flex min-h-11 items-center text-link hover:text-link-hover"
        >
          {t('view-matches')}
        </Link>
      )}
      <Form method="post">
        <input type="hidden" name="intent" value="remove-favorite" />
        <input type="hidden" name="id" value={favourite.id} />
        <button type="submit" className="button-quiet relative min-h-11 px-4 text-sm">
          {t('remove')} <span className="sr-only">{favourite.name}</span>
        </button>
      </Form>
    </li>
  )
}
