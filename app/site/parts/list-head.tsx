import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Crumbs } from './crumbs.tsx'
import { HowLong } from './moment.tsx'

interface ListHeadProps {
  title: string
  about: string
  /** When the rows were chosen, and when they are again. */
  madeAt: Date
  until: Date
  /** Whose rows are shown. */
  matches: readonly MatchSummary[]
}

/**
 * What a list over all matches is called and shows, and how old its choice of rows is. An open page has it renewed once it is
 * out of date, or a match of it begins.
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

/** The ways to the pages of a list before and after this one. */
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
