import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { MAX_LENGTH, readSearchText } from '#app/features/names/search-text.ts'
import { HitContent } from '#app/features/search/components/hit-content.tsx'
import { searchAll } from '#app/features/search/queries.server.ts'
import { groupHits, readResultPage } from '#app/features/search/rules.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath, searchPath } from '#app/platform/paths.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { stayInList } from '../base/pages-of-list.ts'
import { Empty } from '../parts/empty.tsx'
import { MatchCard } from '../parts/match-card.tsx'
import { Part } from '../parts/part.tsx'
import { SearchField } from '../parts/search-field.tsx'

type Data = Awaited<ReturnType<typeof load>>

/** The results of `?q=` as a page, for visitors without scripts and for Enter; not for search engines. */
async function load({ services, url, lang }: PageRequest) {
  const typed = (url.searchParams.get('q') ?? '').trim().slice(0, MAX_LENGTH)
  const text = readSearchText(typed)
  const page = readResultPage(url.searchParams.get('page'))
  const [labels, results, buttons] = await Promise.all([
    getResources(services, lang),
    text === null ? null : searchAll(services, lang, text, page),
    listAffiliateButtons(services, lang),
  ])
  stayInList(url, { page, last: results?.last ?? 1 })
  return { typed, text, page, results, buttons, label: labels.search?.label ?? '' }
}

function View({ data: { typed, text, page, results, buttons } }: { data: Data }) {
  const { t, i18n } = useTranslation(['search', 'matches'])
  const places = results ? groupHits({ ...results, matches: [] }, i18n.language) : []
  const matches = results?.matches ?? []
  const pageLink = (to: number, label: string) => (
    <a href={searchPath(i18n.language, text ?? '', to)} className="button-quiet">
      {label}
    </a>
  )
  return (
    <>
      <h1 className="title">{text === null ? t('label') : t('results-for', { text })}</h1>
      {/* From 768 px the header's own search is visible. */}
      <div className="search-here">
        <SearchField typed={typed} />
      </div>
      {places.length === 0 && matches.length === 0 && (
        <Empty
          next={
            text !== null && (
              <a className="more" href={homePath(i18n.language)}>
                {t('upcoming', { ns: 'matches' })}
              </a>
            )
          }
        >
          {t(text === null ? 'hint' : 'no-results')}
        </Empty>
      )}
      {places.map((group) => (
        <Part key={group.kind} title={t(`group.${group.kind}`)}>
          <ul className="found">
            {group.hits.map((hit) => (
              <li key={hit.to}>
                <a href={hit.to}>
                  <HitContent hit={hit} />
                </a>
              </li>
            ))}
          </ul>
        </Part>
      ))}
      {matches.length > 0 && (
        <Part title={t('group.match')}>
          <ul className="cards">
            {matches.map((match) => (
              <li key={match.id}>
                <MatchCard match={match} buttons={buttons} place="home" withCompetition />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {(page > 1 || results?.hasNext) && (
        <nav aria-label={t('pages')} className="pages">
          {page > 1 && pageLink(page - 1, t('previous'))}
          {results?.hasNext && pageLink(page + 1, t('next'))}
        </nav>
      )}
    </>
  )
}

export const search = definePage<Data>({
  load,
  headOf: ({ text, label }) => ({ title: [text, label].filter(Boolean).join(' | ') }),
  View,
  cacheControl: 'public, max-age=10',
})
