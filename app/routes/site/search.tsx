import { Search as SearchIcon } from 'lucide-react'
import { MAX_LENGTH } from '#app/features/names/search-limits.ts'
import { readSearchText } from '#app/features/names/search-terms.ts'
import { ResultGroups } from '#app/features/search/components/result-groups.tsx'
import { searchAll } from '#app/features/search/queries.server.ts'
import { readResultPage } from '#app/features/search/rules.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { searchPath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/search'

export { PageError as ErrorBoundary } from './page-error.tsx'

/** A real page with the results of `?q=`, for visitors without scripts and for Enter; not for search engines. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const typed = (url.searchParams.get('q') ?? '').trim().slice(0, MAX_LENGTH)
  const text = readSearchText(typed)
  const page = readResultPage(url.searchParams.get('page'))
  const [labels, results] = await Promise.all([
    getResources(services, params.lang),
    text === null ? null : searchAll(services, params.lang, text, page),
  ])
  return { typed, text, page, results, label: labels.search?.label ?? '' }
}

export function headers() {
  return { 'Cache-Control': 'public, max-age=10' }
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  const title = [loaderData?.text, loaderData?.label, root.loaderData?.siteName].filter(Boolean).join(' | ')
  return [{ title }, { name: 'robots', content: 'noindex' }]
}

export default function Search({ loaderData: { typed, text, page, results } }: Route.ComponentProps) {
  const { t, i18n } = useTranslation('search')
  const isEmpty =
    results === null ||
    [results.sports, results.countries, results.leagues, results.matches].every((it) => it.length === 0)
  const pageLink = (to: number, label: string) => (
    <Link to={searchPath(i18n.language, text ?? '', to)} className="button-quiet min-h-11 px-4 text-sm">
      {label}
    </Link>
  )
  return (
    <>
      <h1 className="text-lg font-semibold break-words text-heading">
        {text === null ? t('label') : t('results-for', { text })}
      </h1>
      {/* From 768 px on the header's own search is in sight. */}
      <search className="md:hidden">
        <form action={searchPath(i18n.language)} className="flex gap-2">
          <label className="min-w-0 grow">
            <span className="sr-only">{t('label')}</span>
            <input
              key={typed}
              type="search"
              name="q"
              maxLength={MAX_LENGTH}
              defaultValue={typed}
              placeholder={t('placeholder')}
              className="h-11 w-full rounded-lg border border-line bg-card px-3 text-base text-heading placeholder:text-muted placeholder:opacity-100 placeholder-shown:text-ellipsis"
            />
          </label>
          <button type="submit" className="button size-11 shrink-0">
            <SearchIcon aria-hidden="true" className="size-5" />
            <span className="sr-only">{t('label')}</span>
          </button>
        </form>
      </search>
      {isEmpty ? (
        <Empty>{text === null ? t('hint') : t('no-results')}</Empty>
      ) : (
        <ResultGroups results={results} />
      )}
      {(page > 1 || results?.hasNext) && (
        <nav aria-label={t('pages')} className="flex flex-wrap justify-center gap-3">
          {page > 1 && pageLink(page - 1, t('previous'))}
          {results?.hasNext && pageLink(page + 1, t('next'))}
        </nav>
      )}
    </>
  )
}
