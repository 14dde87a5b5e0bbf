import { writeClicked } from '#app/features/affiliates/clicked-price.ts'
import { matchOutboundLink, priceHref } from '#app/features/affiliates/outbound-link.ts'
import type { AffiliateButton } from '#app/features/affiliates/schema.ts'
import { matchState } from '#app/features/matches/match-state.ts'
import type { Drop } from '#app/features/movements/drops.server.ts'
import { useOdds } from '#app/features/odds/components/odds.tsx'
import { toNumber } from '#app/features/odds/prices.ts'
import { PRICE_AGE_SHOWN_MS } from '#app/features/odds/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatChange } from '#app/platform/numbers.ts'
import { formatRelative } from '#app/platform/time.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'
import { Sparkline } from './market-chart.tsx'
import { useMarketWords } from './market-words.ts'
import { HowLong } from './moment.tsx'
import { Picked, pickHref } from './picked.tsx'
import { Price } from './price.tsx'
import { WayOutLink } from './way-out.tsx'
import { When } from './when.tsx'

/** Units of the bar for one percent; it is full at 14. */
const BAR_OF_PERCENT = 4
const BAR = 56

/** A dropped best price: its outcome, the size and time of the drop, both prices, and the outbound link. */
export function DropRow({ drop, buttons }: { drop: Drop; buttons: AffiliateButton[] }) {
  const { match, market, fall, chart } = drop
  const { t, i18n } = useTranslation('matches')
  const now = useNow()
  const odds = useOdds()
  const words = useMarketWords(match)
  const state = matchState(match, now, useZone())
  const outcome = market.outcomes[fall.outcome] ?? ''
  const click = { page: 'dropping-odds', lang: i18n.language } as const
  const way = matchOutboundLink(match, buttons, [fall.bookmaker.id], click)
  const bar = Math.min(BAR, fall.share * 100 * BAR_OF_PERCENT).toFixed(1)
  const isOld = now.getTime() - fall.confirmedAt.getTime() > PRICE_AGE_SHOWN_MS
  return (
    <li>
      <span className="fell">
        <b>{formatChange(-fall.share, i18n.language)}</b>
        <svg viewBox={`0 0 ${BAR} 4`} aria-hidden="true">
          <path d={`M0 0h${BAR}v4H0z`} />
          <path d={`M0 0h${bar}v4H0z`} />
        </svg>
      </span>
      <a className="picked" href={pickHref(match, market, i18n.language)}>
        <Picked market={market} outcome={outcome} words={words} />
        <span>
          <bdi>
            {match.home} – {match.away}
          </bdi>
        </span>
        <small>
          <bdi>{match.league.name}</bdi> · <When match={match} state={state} /> ·{' '}
          <bdi>{t('drops.average', { percent: formatChange(-fall.ofAverage, i18n.language) })}</bdi> ·{' '}
          <bdi>{t('drops.books-both', { count: fall.books })}</bdi> ·{' '}
          <HowLong at={fall.movedAt.toISOString()} />
        </small>
      </a>
      <span className="trend">
        <Sparkline chart={chart} outcome={fall.outcome} />
      </span>
      <s className="from" {...odds(fall.was)} />
      <Price
        label={words.columnName(market, outcome)}
        price={{
          price: toNumber(fall.now.price),
          shown: fall.now,
          bookmaker: fall.bookmaker.name,
          bookmakerId: fall.bookmaker.id,
        }}
        href={priceHref(match, buttons, fall.bookmaker.id, {
          ...click,
          clicked: writeClicked(market, outcome, outcome),
        })}
      />
      <span className="ways">
        {isOld && (
          <small className="note old">
            {t('price-age', { age: formatRelative(fall.confirmedAt, now, i18n.language) ?? '' })}
          </small>
        )}
        {way && <WayOutLink way={way} />}
      </span>
    </li>
  )
}
