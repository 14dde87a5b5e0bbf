import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import {
  type EditorMatch,
  MATCH_STATUSES,
  ODDS_COLUMNS,
  type OddsColumn,
} from '#app/features/matches/editor-schema.ts'
import type { MatchStatus } from '#app/features/matches/schema.ts'
import { LOWEST_PRICE } from '#app/features/odds/rules.ts'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { fromDateTimeField, toDateTimeField } from '#app/platform/time.ts'
import { Field, SelectField, Toggle } from '#app/ui/admin/fields.tsx'
import type { EditedColumn, EditedMatch, FieldProblem } from './edited-match.ts'
import { OddsField } from './odds-field.tsx'
import { ScoreButton } from './score-button.tsx'

/** The editor of a match. Nothing is stored before Save Changes. */
export function MatchEditor({
  match,
  stored,
  teams,
  changed,
  problems,
  set,
}: {
  match: EditedMatch
  stored: EditorMatch
  teams: string
  changed: readonly EditedColumn[]
  problems: readonly FieldProblem[]
  set: (patch: Partial<EditedMatch>) => void
}) {
  const { t } = useTranslation('admin')
  const isChanged = (column: EditedColumn) => changed.includes(column)
  const problemOf = (column: EditedColumn) =>
    problemText(t, problems.find((it) => it.column === column)?.problem)
  // Without quotes and a lock the prices are the columns' defaults, which nobody has typed: no price of them is stored by a lock.
  const isDefault = stored.home_odds === LOWEST_PRICE && stored.away_odds === LOWEST_PRICE
  const hasOdds = match.odds_locked || stored.odds_locked || stored.bookmaker_count > 0 || !isDefault
  const typed = hasOdds ? {} : { home_odds: '', draw_odds: null, away_odds: '' }
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-3 lg:grid-cols-2">
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm text-body">{t('matches.odds')}</legend>
        <div className="grid grid-cols-3 gap-2">
          {ODDS_COLUMNS.map((column) => (
            <OddsField
              key={column}
              label={t(ODDS_TEXTS[column])}
              odds={hasOdds ? match[column] : null}
              isOptional={column === 'draw_odds'}
              changed={isChanged(column)}
              problem={problemOf(column)}
              onOdds={(odds) => set({ ...typed, [column]: odds, odds_locked: true })}
            />
          ))}
        </div>
        <Toggle
          label={t('matches.lock')}
          on={match.odds_locked}
          changed={isChanged('odds_locked')}
          onToggle={(odds_locked) =>
            set(odds_locked ? { ...typed, odds_locked } : { odds_locked, ...oddsOf(stored) })
          }
        />
        <p className="text-xs text-muted">{t(match.odds_locked ? 'matches.lock-on' : 'matches.lock-off')}</p>
      </fieldset>
      <div className="flex flex-col gap-3">
        <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
          <SelectField
            label={t('column.status')}
            value={match.status}
            data-changed={isChanged('status') || undefined}
            options={MATCH_STATUSES.map((status) => ({ value: status, text: t(`matches.status.${status}`) }))}
            onValue={(status) => set({ status: status as MatchStatus })}
          />
          <Field
            label={t('column.start-time')}
            type="datetime-local"
            value={match.start_time && toDateTimeField(new Date(match.start_time))}
            hint={match.is_fed ? t('matches.fed') : undefined}
            changed={isChanged('start_time')}
            problem={problemOf('start_time')}
            onValue={(text) => set({ start_time: fromDateTimeField(text)?.toISOString() ?? '' })}
          />
        </div>
        <Field
          label={t('column.affiliate-link')}
          inputMode="url"
          dir="ltr"
          placeholder="https://"
          autoComplete="off"
          value={match.affiliate_link ?? ''}
          changed={isChanged('affiliate_link')}
          problem={problemOf('affiliate_link')}
          onValue={(affiliate_link) => set({ affiliate_link })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 lg:col-span-2">
        <Toggle
          label={t('column.featured')}
          on={match.featured}
          changed={isChanged('featured')}
          onToggle={(featured) => set({ featured })}
        />
        <Toggle
          label={t('column.is-popular')}
          on={match.is_popular}
          changed={isChanged('is_popular')}
          onToggle={(is_popular) => set({ is_popular })}
        />
        <p className="text-sm">
          {t('matches.score')}:{' '}
          {match.home_score === null || match.away_score === null ? (
            <span className="text-muted">{t('matches.no-score')}</span>
          ) : (
            <bdi dir="ltr" className="font-semibold text-heading tabular-nums">
              {match.home_score} – {match.away_score}
            </bdi>
          )}
        </p>
        <ScoreButton
          matchId={match.id}
          teams={teams}
          // The stored status is newer, also than one that was chosen and not saved.
          onUpdated={() => set({ status: stored.status })}
        />
        <span className="ms-auto">
          <HistoryButton entity="matches" id={match.id} name={teams} />
        </span>
      </div>
    </div>
  )
}

const ODDS_TEXTS = {
  home_odds: 'matches.odds-home',
  draw_odds: 'matches.odds-draw',
  away_odds: 'matches.odds-away',
} as const

/** Typed odds are discarded when the lock is removed. */
function oddsOf(stored: EditorMatch): Pick<EditorMatch, OddsColumn> {
  return { home_odds: stored.home_odds, draw_odds: stored.draw_odds, away_odds: stored.away_odds }
}
