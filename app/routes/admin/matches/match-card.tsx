import { ChevronDown, Flame, Link2, Lock, type LucideIcon, Star } from 'lucide-react'
import { memo, useId } from 'react'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { ScoreText } from '#app/features/matches/components/score-text.tsx'
import type { EditorMatch } from '#app/features/matches/editor-schema.ts'
import { adminBadge } from '#app/features/matches/match-state.ts'
import { LOWEST_PRICE } from '#app/features/odds/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatHundredths } from '#app/platform/numbers.ts'
import { useNow } from '#app/ui/clock.tsx'
import { Instant, useDateText } from '#app/ui/time.tsx'
import type { EditedColumn, EditedMatch, FieldProblem } from './edited-match.ts'
import { MatchEditor } from './match-editor.tsx'

/** A summary of a match, and its editor on demand. */
export const MatchCard = memo(function MatchCard({
  match,
  stored,
  changed,
  problems,
  isOpen,
  toggle,
  isSelected,
  select,
  set,
  remove,
}: {
  match: EditedMatch
  stored: EditorMatch
  /** The edited columns, separated by spaces. */
  changed: string
  problems: readonly FieldProblem[] | undefined
  isOpen: boolean
  toggle: (id: string) => void
  isSelected: boolean
  select: (ids: readonly string[], on: boolean) => void
  set: (id: string, patch: Partial<EditedMatch>) => void
  remove: (id: string) => void
}) {
  const { t } = useTranslation('admin')
  const names = usePlaceNames()
  const editorId = useId()
  const { id } = match
  const teams = `${match.home_team} – ${match.away_team}`
  const startTime = match.start_time || stored.start_time
  return (
    <article
      aria-label={teams}
      data-changed={changed !== '' || undefined}
      className="rounded-lg border border-card-line bg-card data-changed:border-warning"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5">
        <label className="-m-2 inline-flex size-11 items-center justify-center">
          <input
            type="checkbox"
            className="size-4 accent-(--accent-text)"
            aria-label={t('matches.select', { teams })}
            checked={isSelected}
            onChange={(event) => select([id], event.target.checked)}
          />
        </label>
        <div className="flex w-36 flex-col items-start gap-0.5 text-xs text-muted">
          <Badge match={{ startTime, status: match.status }} />
          <Instant at={startTime} style="fullDateTime" />
        </div>
        <div className="min-w-0 grow basis-64">
          <p className="flex flex-wrap items-center gap-x-2 text-sm font-semibold text-heading">
            <span>
              <bdi>{match.home_team}</bdi> – <bdi>{match.away_team}</bdi>
            </span>
            <Score match={match} />
          </p>
          <p className="text-xs text-muted">
            <bdi>{names.sport(match.sport_name)}</bdi> | <bdi>{names.country(match.country_name)}</bdi> |{' '}
            <bdi>{match.league_name}</bdi>
          </p>
        </div>
        <Indicators match={match} />
        <Odds match={match} />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? editorId : undefined}
          aria-label={t(isOpen ? 'matches.less-of' : 'matches.more-of', { teams })}
          onClick={() => toggle(id)}
          className="button-quiet ms-auto min-h-10 w-24 justify-between px-3 text-sm"
        >
          {t(isOpen ? 'matches.less' : 'matches.more')}
          <ChevronDown aria-hidden="true" className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </div>
      {isOpen && (
        <div id={editorId} className="border-t border-line p-3">
          <MatchEditor
            match={match}
            stored={stored}
            teams={teams}
            changed={changed.split(' ') as EditedColumn[]}
            problems={problems ?? []}
            set={(patch) => set(id, patch)}
            remove={() => remove(id)}
          />
        </div>
      )}
    </article>
  )
})

const TONES = {
  live: 'border-live text-live',
  finished: 'border-line text-muted',
  cancelled: 'border-danger text-danger',
  today: 'border-accent text-accent',
  tomorrow: 'border-link text-link',
  scheduled: 'border-line text-body',
}

function Badge({ match }: { match: Parameters<typeof adminBadge>[0] & { startTime: string } }) {
  const { t } = useTranslation('admin')
  const badge = adminBadge(match, useNow())
  const time = useDateText(match.startTime, 'time')
  return (
    <span
      suppressHydrationWarning
      className={`rounded border px-1.5 text-xs font-semibold whitespace-nowrap tabular-nums ${TONES[badge]}`}
    >
      {badge === 'today' ? t('matches.badge.today', { time }) : t(`matches.badge.${badge}`)}
    </span>
  )
}

function Score({ match }: { match: EditedMatch }) {
  if (match.home_score === null || match.away_score === null) return null
  return (
    <span className="tabular-nums">
      <ScoreText home={match.home_score} away={match.away_score} />
    </span>
  )
}

function Indicators({ match }: { match: EditedMatch }) {
  const { t } = useTranslation('admin')
  return (
    <div className="flex flex-wrap gap-1">
      {match.featured && <Indicator icon={Star} text={t('column.featured')} />}
      {match.is_popular && <Indicator icon={Flame} text={t('column.is-popular')} />}
      {match.affiliate_link && <Indicator icon={Link2} text={t('matches.affiliate')} />}
      {match.odds_locked && <Indicator icon={Lock} text={t('matches.locked')} />}
    </div>
  )
}

function Indicator({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <span className="inline-flex items-center gap-1 rounded border border-line px-1.5 text-xs whitespace-nowrap text-body">
      <Icon aria-hidden="true" className="size-3 text-icon" />
      {text}
    </span>
  )
}

const OUTCOMES = [
  { column: 'home_odds', sign: '1', text: 'matches.odds-home' },
  { column: 'draw_odds', sign: 'X', text: 'matches.odds-draw' },
  { column: 'away_odds', sign: '2', text: 'matches.odds-away' },
] as const

function Odds({ match }: { match: EditedMatch }) {
  const { t, i18n } = useTranslation('admin')
  const isUnquoted = !match.odds_locked && match.bookmaker_count === 0
  return (
    <dl className="flex gap-1 text-center text-sm tabular-nums">
      {OUTCOMES.map(({ column, sign, text }) => (
        <div key={column} className="flex w-16 flex-col rounded border border-line px-1">
          <dt className="text-xs text-muted">
            <span aria-hidden="true">{sign}</span>
            <span className="sr-only">{t(text)}</span>
          </dt>
          <dd dir="ltr" className="text-heading">
            {isUnquoted && match[column] === LOWEST_PRICE ? '–' : oddsText(match[column], i18n.language)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** With two decimals; a dash without a price. */
function oddsText(odds: number | string | null, language: string): string {
  return typeof odds === 'number' ? formatHundredths(odds, language) : '–'
}
