import { writePick } from '#app/features/coupons/pick.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { usePlainOdds } from '#app/features/odds/components/odds.tsx'
import type { MarketView } from '#app/features/odds/market-view.ts'
import { shownNet } from '#app/features/odds/shown-price.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useMarketWords } from './market-words.ts'
import { Part } from './part.tsx'
import { marketName } from './picked.tsx'

interface CouponChoicesProps {
  match: MatchSummary
  markets: readonly MarketView[]
  /** The coupon's outcomes. */
  texts: readonly string[]
  addHref: (pick: string) => string
}

/** Every outcome of a match that has a price, as a link that adds it to the coupon. */
export function CouponChoices({ match, markets, texts, addHref }: CouponChoicesProps) {
  const { t } = useTranslation('betting')
  const quoted = markets.filter(({ best }) => best.some((one) => one !== null))
  return (
    <div className="not-printed">
      <Part title={`${match.home} – ${match.away}`}>
        {quoted.length === 0 && <p className="hint">{t('leg.not-quoted')}</p>}
        {quoted.map((market) => (
          <Choices key={market.id} {...{ match, market, texts, addHref }} />
        ))}
      </Part>
    </div>
  )
}

function Choices({
  match,
  market,
  texts,
  addHref,
}: Omit<CouponChoicesProps, 'markets'> & { market: MarketView }) {
  const { t } = useTranslation('betting')
  const words = useMarketWords(match)
  const odds = usePlainOdds()
  const parts = [marketName(market, words), words.lineName(market), words.periodName(market)]
  return (
    <div className="coupon-choices">
      <h3>
        <bdi>{parts.filter((part) => part !== null).join(' · ')}</bdi>
      </h3>
      <ul>
        {market.outcomes.map((outcome, index) => {
          const best = market.best[index]
          const { type, period, line, participant } = market
          const pick = writePick({ match: match.id, outcome, type, period, line, participant })
          if (!best) return null
          const content = (
            <>
              <bdi>{words.outcomeName(market, outcome)}</bdi>{' '}
              <span className="price">
                <b {...odds(shownNet(best.net, best.price, null, index))} />
              </span>
            </>
          )
          return (
            <li key={outcome}>
              {texts.includes(pick) ? (
                <span className="chip" aria-current="true">
                  {content} <span className="sr-only">{t('coupon.has')}</span>
                </span>
              ) : (
                <a className="chip" href={addHref(pick)} data-coupon={`+${pick}`}>
                  {content}
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
