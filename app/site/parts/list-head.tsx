import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Crumbs } from './crumbs.tsx'
import { HowLong } from './moment.tsx'

/** What a list over all matches is called and shows, and how old its choice of rows is. */
export function ListHead({ title, about, madeAt }: { title: string; about: string; madeAt: Date }) {
  const { t } = useTranslation('matches')
  return (
    <>
      <Crumbs crumbs={[]} current={title} />
      <header className="list-head">
        <h1 className="title">{title}</h1>
        <p>
          {about} {t('updated')}: <HowLong at={madeAt.toISOString()} />
        </p>
      </header>
    </>
  )
}

/** When an open page has its list renewed, in seconds since 1970: once it is out of date, or a match of it begins. */
export function turnsAt(until: Date, matches: readonly MatchSummary[]): number {
  const starts = matches.map(({ startTime }) => Date.parse(startTime))
  return Math.ceil(Math.min(until.getTime(), ...starts) / 1_000)
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
