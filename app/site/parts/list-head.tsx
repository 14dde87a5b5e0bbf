import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
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
  const { t } = useTranslation('matches')
  const starts = matches.map(({ startTime }) => Date.parse(startTime))
  const turns = Math.ceil(Math.min(until.getTime(), ...starts) / 1_000)
  return (
    <>
      <Crumbs crumbs={[]} current={title} />
      <header className="list-head" data-turns={turns}>
        <h1 className="title">{title}</h1>
        <p>
          {about} {t('updated')}: <HowLong at={madeAt.toISOString()} />
        </p>
      </header>
    </>
  )
}

/** Links to the previous and the next page of a list. */
export function ListPages(props: { page: number; hasMore: boolean; hrefOf: (page: number) => string }) {
  const { page, hasMore, hrefOf } = props
  const { t } = useTranslation('search')
  if (page === 1 && !hasMore) return null
  return (
    <nav aria-label={t('pages')} className="pages">
      {page > 1 && (
        <a href={hrefOf(page - 1)} className="button-quiet">
          {t('previous')}
        </a>
      )}
      {hasMore && (
        <a href={hrefOf(page + 1)} className="button-quiet">
          {t('next')}
        </a>
      )}
    </nav>
  )
}
