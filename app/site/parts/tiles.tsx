import type { MatchSummary } from '#app/features/matches/schema.ts'
import type { Comparison } from '#app/features/odds/comparison.ts'
import { averagePrice } from '#app/features/odds/comparison.ts'
import { formatOdds } from '#app/features/odds/formats.ts'
import { headlineSureReturn } from '#app/features/odds/headline.ts'
import type { Outcome } from '#app/features/odds/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { BookmakerMark, Icon } from '#app/ui/marks.tsx'
import { SIGNS } from './price.tsx'
import { RowNote } from './row-note.tsx'

interface TilesProps {
  match: MatchSummary
  comparison: Comparison
  /** Nothing is to be had any more. */
  isClosed: boolean
  winner: Outcome | null
  hrefOf: (bookmakerId: string | null, outcome: Outcome) => string | null
}

/** The best price of each outcome, who quotes it, and how far it stands above the average: each the way out to it. */
export function Tiles({ match, comparison, isClosed, winner, hrefOf }: TilesProps) {
  const { t, i18n } = useTranslation('matches')
  const { headline } = match
  const withDraw = isClosed ? comparison.withDraw : headline.withDraw
  const outcomes: Outcome[] = withDraw ? ['home', 'draw', 'away'] : ['home', 'away']
  const bestOf = (outcome: Outcome) => (isClosed ? closingPrice(comparison, outcome) : headline[outcome])
  if (outcomes.every((outcome) => bestOf(outcome) === null)) return null
  const names = { home: match.home, draw: t('outcome.draw'), away: match.away }
  return (
    <>
      <div className={withDraw ? 'tiles' : 'tiles two-way'}>
        {outcomes.map((outcome) => {
          const best = bestOf(outcome)
          const href = best && hrefOf(best.bookmakerId, outcome)
          const average = headline.typed ? null : averagePrice(comparison, outcome)
          const above = best && average !== null ? best.price / average - 1 : 0
          const content = (
            <>
              <small className="of">
                <b>{SIGNS[outcome]}</b> <bdi>{names[outcome]}</bdi>
              </small>
              <strong>
                {best ? formatOdds(best.price, i18n.priceLanguage) : '–'}
                {outcome === winner && (
                  <>
                    <Icon name="won" />
                    <span className="sr-only"> ({t('won')})</span>
                  </>
                )}
              </strong>
              {best?.bookmaker && (
                <small className="by">
                  <BookmakerMark name={best.bookmaker} />
                  <span>{best.bookmaker}</span>
                  {href && <Icon name="out" className="icon small" />}
                </small>
              )}
              {above >= 0.0005 && (
                <small>{t('over-average', { percent: formatPercent(above, i18n.language) })}</small>
              )}
            </>
          )
          const look = `tile${outcome === winner ? ' won' : ''}${isClosed ? ' closed' : ''}`
          return href ? (
            <a key={outcome} className={look} href={href} target="_blank" rel="sponsored nofollow noopener">
              {content}
            </a>
          ) : (
            <div key={outcome} className={look}>
              {content}
            </div>
          )
        })}
      </div>
      {!isClosed && (headline.typed || headline.bookmakerCount > 0) && (
        <p className="hint">
          {headline.typed ? t('typed-prices') : t('best-of', { count: headline.bookmakerCount })}{' '}
          {!headline.typed && headlineSureReturn(headline) === null && <RowNote headline={headline} />}
        </p>
      )}
    </>
  )
}

/** The best price at kick-off, and who quoted it. */
function closingPrice(comparison: Comparison, outcome: Outcome) {
  const best = comparison.best[outcome]
  if (!best) return null
  const row = comparison.rows.find((it) => it.bookmaker.id === best.bookmakerIds[0])
  return { price: best.price, bookmaker: row?.bookmaker.name ?? null, bookmakerId: row?.bookmaker.id ?? null }
}
