import { type ReactNode, useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Panel } from '#app/ui/admin/page.tsx'
import { Empty } from '#app/ui/empty.tsx'
import type { MappingCard } from '../queries.server.ts'
import { MAPPING_STATUSES, type MappingCursor, type MappingFilter, type MappingStatus } from '../schema.ts'
import { ReviewFilter } from './review-filter.tsx'
import { ReviewRow } from './review-row.tsx'

interface Queue {
  filter: MappingFilter
  counts: Record<MappingStatus, number>
  places: { sports: string[]; countries: string[]; leagues: string[] }
  mappings: MappingCard[]
  next: MappingCursor | null
  isFirstPage: boolean
  /** Whether the sports database has any teams. */
  hasTeams: boolean
}

/** Teams of matches by status, a page at a time, for a person's decisions. */
export function ReviewQueue({ filter, counts, places, mappings, next, isFirstPage, hasTeams }: Queue) {
  const { t } = useTranslation('admin')
  const [params] = useSearchParams()
  const { rows, moved, decided, onAnswer } = useAnswers(mappings)
  const at = (changes: Record<string, string | null>) => {
    const there = new URLSearchParams(params)
    for (const [name, value] of Object.entries({ after: null, afterId: null, ...changes })) {
      if (value === null) there.delete(name)
      else there.set(name, value)
    }
    return `?${there}`
  }
  return (
    <Panel title={t('dataMapping.review')}>
      <nav aria-label={t('column.status')} className="flex flex-wrap gap-1 border-b border-line">
        {MAPPING_STATUSES.map((status) => (
          <Link
            key={status}
            to={at({ status })}
            preventScrollReset
            aria-current={status === filter.status ? 'page' : undefined}
            className="-mb-px inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-3 text-sm hover:text-heading aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-heading"
          >
            {t(`dataMapping.status.${status}`)}
            <span className="text-xs text-muted tabular-nums">{counts[status] + moved[status]}</span>
          </Link>
        ))}
      </nav>
      <ReviewFilter key={filter.text} filter={filter} places={places} />
      {rows.length > 0 ? (
        <>
          <KeyHelp />
          <div className="flex flex-col gap-2">
            {rows.map((mapping) => (
              <ReviewRow key={mapping.id} mapping={mapping} onAnswer={onAnswer} />
            ))}
          </div>
        </>
      ) : (
        <Nothing filter={filter} counts={counts} hasTeams={hasTeams} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {!isFirstPage && <PageLink to={at({})}>{t('dataMapping.first')}</PageLink>}
        {next && <PageLink to={at({ after: next.name, afterId: next.id })}>{t('dataMapping.next')}</PageLink>}
        {decided > 0 && (
          <>
            <span className="text-sm text-muted">{t('dataMapping.decided', { count: decided })}</span>
            {isFirstPage && <PageLink to={at({})}>{t('dataMapping.left')}</PageLink>}
          </>
        )}
      </div>
    </Panel>
  )
}

/** The rows with the decisions that were made on this page; a reloaded page begins without any. */
function useAnswers(mappings: readonly MappingCard[]) {
  const [answers, setAnswers] = useState({ of: mappings, cards: new Map<string, MappingCard>() })
  const cards = answers.of === mappings ? answers.cards : new Map<string, MappingCard>()
  const onAnswer = useCallback(
    (card: MappingCard) =>
      setAnswers((known) => ({
        of: mappings,
        cards: new Map(known.of === mappings ? known.cards : []).set(card.id, card),
      })),
    [mappings],
  )
  const moved: Record<MappingStatus, number> = { unmapped: 0, review: 0, mapped: 0, rejected: 0 }
  let decided = 0
  const rows = mappings.map((mapping) => {
    const now = cards.get(mapping.id) ?? mapping
    moved[mapping.status] -= 1
    moved[now.status] += 1
    if (now.status !== mapping.status) decided += 1
    return now
  })
  return { rows, moved, decided, onAnswer }
}

function KeyHelp() {
  const { t } = useTranslation('admin')
  const keys = [
    ['↑ ↓', t('dataMapping.keys.move')],
    ['1–9', t('dataMapping.keys.accept')],
    ['R', t('dataMapping.keys.reject')],
    ['U', t('dataMapping.keys.undo')],
  ] as const
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted pointer-coarse:hidden">
      <span>{t('dataMapping.keys.focus')}</span>
      {keys.map(([key, text]) => (
        <span key={key}>
          <kbd dir="ltr" className="rounded border border-line bg-raised px-1 text-heading">
            {key}
          </kbd>{' '}
          {text}
        </span>
      ))}
    </div>
  )
}

/** Why there are no rows, and what to do next. */
function Nothing({ filter, counts, hasTeams }: Pick<Queue, 'filter' | 'counts' | 'hasTeams'>) {
  const { t } = useTranslation('admin')
  const total = MAPPING_STATUSES.reduce((sum, status) => sum + counts[status], 0)
  const isFiltered = Boolean(filter.sport || filter.text)
  if (isFiltered) {
    const all = <NextStep to={`?status=${filter.status}`}>{t('dataMapping.clear')}</NextStep>
    return <Empty next={all}>{t('dataMapping.empty.filter')}</Empty>
  }
  if (!hasTeams) {
    const tool = <NextStep to="/admin/import?tool=teams">{t('dataMapping.import-first')}</NextStep>
    return <Empty next={tool}>{t('dataMapping.empty.import')}</Empty>
  }
  if (total === 0) return <Empty>{t('dataMapping.empty.run')}</Empty>
  return (
    <Empty>{t(filter.status === 'review' ? 'dataMapping.empty.review' : 'dataMapping.empty.none')}</Empty>
  )
}

function NextStep({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      preventScrollReset={to.startsWith('?')}
      className="inline-flex min-h-11 items-center underline"
    >
      {children}
    </Link>
  )
}

function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} preventScrollReset className="button-quiet min-h-11 px-4 text-sm">
      {children}
    </Link>
  )
}
