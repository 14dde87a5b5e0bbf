import { useRouteLoaderData } from 'react-router'
import { slug } from '#app/features/catalogue/slug.ts'
import type { PageHead, SeoPage } from '#app/features/seo/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { RootData } from '#app/site/base/root-data.server.ts'

/** The lengths at which search engines truncate a title and a description. */
const TITLE_LENGTH = 60
const DESCRIPTION_LENGTH = 160

/** The names in the address of each kind of page. */
const WAYS: Record<SeoPage, readonly string[]> = {
  home: [],
  sport: ['sport_name'],
  country: ['sport_name', 'country_name'],
  league: ['sport_name', 'country_name', 'league_name'],
  match: ['sport_name', 'country_name', 'league_name', 'match'],
}

/** A page as listed by a search engine, with the names of a real match. */
export function SearchPreview({
  page,
  head,
  example,
  siteUrl,
  language,
}: {
  page: SeoPage
  head: Pick<PageHead, 'title' | 'description'>
  example: Record<string, string>
  siteUrl: string | null
  /** The code of the page's language. */
  language: string | undefined
}) {
  const { t } = useTranslation('admin')
  const root = useRouteLoaderData<RootData>('root')
  const { origin } = new URL(
    siteUrl && URL.canParse(siteUrl) ? siteUrl : (root?.origin ?? 'https://example.org'),
  )
  const names: Record<string, string> = { ...example, match: `${example.home_team} vs ${example.away_team}` }
  const way = WAYS[page].map((name) => slug(names[name] ?? ''))
  return (
    <figure className="flex flex-col gap-1 rounded-lg border border-line bg-ground p-3">
      <figcaption className="text-xs text-muted">{t('settings.search-preview')}</figcaption>
      <p className="truncate text-xs text-body" dir="ltr">
        {[origin, language ?? root?.language, ...way].join(' › ')}
      </p>
      <p className="truncate text-base text-link" dir="auto">
        {head.title}
      </p>
      <p className="line-clamp-2 text-sm text-body" dir="auto">
        {head.description}
      </p>
      <p className="flex flex-wrap gap-x-4 text-xs">
        <Length
          text={t('settings.title-length', { length: head.title.length, most: TITLE_LENGTH })}
          over={head.title.length > TITLE_LENGTH}
        />
        <Length
          text={t('settings.description-length', {
            length: head.description.length,
            most: DESCRIPTION_LENGTH,
          })}
          over={head.description.length > DESCRIPTION_LENGTH}
        />
      </p>
    </figure>
  )
}

function Length({ text, over }: { text: string; over: boolean }) {
  const { t } = useTranslation('admin')
  return (
    <span className={over ? 'text-warning' : 'text-muted'}>
      {over ? `${text} – ${t('settings.cut')}` : text}
    </span>
  )
}
