import type { MatchSummary } from '#app/features/matches/schema.ts'
import { MOST_PAGES } from '#app/features/movements/drops-query.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { Crumbs } from './crumbs.tsx'
import { HowLong } from './moment.tsx'

interface ListHeadProps {
  title: string
  about: string
  /** When the rows were chosen, and when they are chosen again. */
  madeAt: Date
  until: Date
  /** The matches of the rows. */
  matches: readonly MatchSummary[]
}

/**
 * The title and description of a list over all matches, and the age of its rows. An open page is refreshed when the list
 * is out of date or one of its matches begins.
 */
export function ListHead({ title, about, madeAt, until, matches }: ListHeadProps) {
  const { t, i18n } = useTranslation('matches')
  const starts = matches.map(({ startTime }) => Date.parse(startTime))
  const turns = Math.ceil(Math.min(until.getTime(), ...starts) / 1_000)
  return (
    <>
      <Crumbs crumbs={[]} current={title} />
      <header className="list-head" data-turns={turns}>
        <h1 className="title">{title}</h1>
        <p>
          {about} {withColon(t('updated'), i18n.language)} <HowLong at={madeAt.toISOString()} />
        </p>
      </header>
    </>
  )
}

interface ListPagesProps {
  page: number
  hasMore: boolean
  /** The number of pages that an address can name. */
  most?: number
  /** The number of pages, if it is known. */
  last?: number
  hrefOf: (page: number) => string
}

/** Links to the previous and the next page of a list, and to the first and the last one where they are further away. */
export function ListPages({ page, hasMore, most = MOST_PAGES, last = 0, hrefOf }: ListPagesProps) {
  const { t, i18n } = useTranslation('search')
  const end = Math.min(last, most)
  const isLast = !hasMore || page >= most
  if (page === 1 && isLast) return null
  return (
    <nav aria-label={t('pages')} className="pages">
      {page > 2 && (
        <a href={hrefOf(1)} className="button-quiet">
          {formatCount(1, i18n.language)}
        </a>
      )}
      {page > 1 && (
        <a href={hrefOf(page - 1)} rel="prev" className="button-quiet">
          {t('previous')}
        </a>
      )}
      {!isLast && (
        <a href={hrefOf(page + 1)} rel="next" className="button-quiet">
          {t('next')}
        </a>
      )}
      {end > page + 1 && (
        <a href={hrefOf(end)} className="button-quiet">
          {formatCount(end, i18n.language)}
        </a>
      )}
    </nav>
  )
}
