import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import {
  type EditorMatch,
  MATCH_STATUSES,
  ODDS_COLUMNS,
  type OddsColumn,
  SCORE_COLUMNS,
  type ScoreColumn,
  TEAM_COLUMNS,
} from '#app/features/matches/editor-schema.ts'
import type { MatchStatus } from '#app/features/matches/schema.ts'
import { LOWEST_PRICE } from '#app/features/odds/rules.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { fromDateTimeField, toDateTimeField, zoneName } from '#app/platform/time.ts'
import { Field, SelectField, Toggle } from '#app/ui/admin/fields.tsx'
import { RemoveButton } from '#app/ui/admin/remove-button.tsx'
import { useZone } from '#app/ui/clock.tsx'
import type { EditedColumn, EditedMatch, FieldProblem } from './edited-match.ts'
import { NumberField, PriceField } from './number-field.tsx'
import { PriceGrid } from './price-grid.tsx'
import { ScoreButton } from './score-button.tsx'

/** The editor of a match. Nothing is stored before Save Changes. */
export function MatchEditor({
  match,
  stored,
  teams,
  changed,
  problems,
  set,
  remove,
}: {
  match: EditedMatch
  stored: EditorMatch
  teams: string
  changed: readonly EditedColumn[]
  problems: readonly FieldProblem[]
  set: (patch: Partial<EditedMatch>) => void
  remove: () => void
}) {
  const { t, i18n } = useTranslation('admin')
  const zone = useZone()
  const isChanged = (column: EditedColumn) => changed.includes(column)
  const problemOf = (column: EditedColumn) =>
    problemText(t, problems.find((it) => it.column === column)?.problem)
  // Without quotes and a lock the prices are the columns' defaults, which nobody has typed: no price of them is stored by a lock.
  const isDefault = stored.home_odds === LOWEST_PRICE && stored.away_odds === LOWEST_PRICE
  const hasOdds = match.odds_locked || stored.odds_locked || stored.bookmaker_count > 0 || !isDefault
  const typed = hasOdds ? {} : { home_odds: '', draw_odds: null, away_odds: '' }
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-3 lg:grid-cols-2">
      {!match.is_fed && (
        <div className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 lg:col-span-2">
          {TEAM_COLUMNS.map((column) => (
            <Field
              key={column}
              label={columnText(t, column)}
              value={match[column]}
              changed={isChanged(column)}
              problem={problemOf(column)}
              onValue={(name) => set({ [column]: name })}
            />
          ))}
          <div className="pt-6">
            <RemoveButton name={teams} onRemove={remove} />
          </div>
        </div>
      )}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm text-body">{t('matches.odds')}</legend>
        <div className="grid grid-cols-3 gap-2">
          {ODDS_COLUMNS.map((column) => (
            <PriceField
              key={column}
              label={t(ODDS_TEXTS[column])}
              value={hasOdds ? match[column] : null}
              isOptional={column === 'draw_odds'}
              changed={isChanged(column)}
              problem={problemOf(column)}
              onNumber={(odds) => set({ ...typed, [column]: odds, odds_locked: true })}
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
            hint={[zoneName(zone, i18n.language), match.is_fed && t('matches.fed')]
              .filter(Boolean)
              .join(' · ')}
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
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-sm text-body">{t('matches.score')}</legend>
          <div className="grid grid-cols-2 items-start gap-2 md:grid-cols-3">
            {SCORE_COLUMNS.map((column) => (
              <NumberField
                key={column}
                label={t(SCORE_TEXTS[column])}
                value={match[column]}
                min={0}
                isOptional
                changed={isChanged(column)}
                problem={problemOf(column)}
                onNumber={(score) => set(withStatus(match, { [column]: score }))}
              />
            ))}
            <div className="col-span-2 md:col-span-1 md:pt-6">
              <ScoreButton
                matchId={match.id}
                teams={teams}
                // What is stored is newer, also than what was chosen or typed and not saved.
                onUpdated={() => set({ status: stored.status, ...scoreOf(stored) })}
              />
            </div>
          </div>
        </fieldset>
      </div>
      <PriceGrid
        match={match}
        stored={stored}
        problem={problemOf('typed_prices')}
        onTyped={(typed_prices) => set({ typed_prices })}
      />
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

const SCORE_TEXTS = { home_score: 'column.home-score', away_score: 'column.away-score' } as const

/** A typed score with both sides ends the match. */
function withStatus(match: EditedMatch, typed: Partial<EditedMatch>): Partial<EditedMatch> {
  const { status, home_score, away_score } = { ...match, ...typed }
  const isOver = home_score !== null && away_score !== null && (status === 'scheduled' || status === 'live')
  return isOver ? { ...typed, status: 'finished' } : typed
}

function scoreOf({ home_score, away_score }: EditorMatch): Pick<EditorMatch, ScoreColumn> {
  return { home_score, away_score }
}

/** Typed odds are discarded when the lock is removed. */
function oddsOf(stored: EditorMatch): Pick<EditorMatch, OddsColumn> {
  return { home_odds: stored.home_odds, draw_odds: stored.draw_odds, away_odds: stored.away_odds }
}
