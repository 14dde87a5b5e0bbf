import { writeClicked } from '#app/features/affiliates/clicked-price.ts'
import { matchOutboundLink, priceHref } from '#app/features/affiliates/outbound-link.ts'
import type { AffiliateButton } from '#app/features/affiliates/schema.ts'
import type { Drop } from '#app/features/movements/drops.server.ts'
import { useOdds } from '#app/features/odds/components/odds.tsx'
import { toNumber } from '#app/features/odds/prices.ts'
import { PRICE_AGE_SHOWN_MS } from '#app/features/odds/rules.ts'
import { shownDown } from '#app/features/odds/shown-price.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatChange } from '#app/platform/numbers.ts'
import { useNow } from '#app/ui/clock.tsx'
import { Sparkline } from './market-chart.tsx'
import { useMarketWords } from './market-words.ts'
import { HowLong, WithHowLong } from './moment.tsx'
import { PickedLink } from './picked.tsx'
import { Price } from './price.tsx'
import { WayOutLink } from './way-out.tsx'

/** The length of the bar. It is full for the largest drop of the list, and for none below 14 %. */
const BAR = 56
const LEAST_FULL = 0.14

/** Dropped best prices, with the headings of their columns. */
export function DropList({ drops, buttons }: { drops: readonly Drop[]; buttons: AffiliateButton[] }) {
  const { t } = useTranslation(['matches', 'common'])
  const full = Math.max(LEAST_FULL, ...drops.map(({ fall }) => fall.share))
  return (
    <section className="drops match-card" aria-label={t('drops')}>
      <header>
        <span>{t('drops.fall')}</span>
        <span>{t('drops.outcome')}</span>
        <span className="trend">{t('movement')}</span>
        <span className="from">{t('drops.then')}</span>
        <span className="now">{t('drops.now')}</span>
        <span className="ways">{buttons.length > 0 && t('advertising', { ns: 'common' })}</span>
      </header>
      <ul>
        {drops.map((drop) => (
          <DropRow key={drop.market.id} drop={drop} buttons={buttons} full={full} />
        ))}
      </ul>
    </section>
  )
}

/** A dropped best price: its outcome, the size and time of the drop, both prices, and the outbound link. */
function DropRow({ drop, buttons, full }: { drop: Drop; buttons: AffiliateButton[]; full: number }) {
  const { match, market, fall, chart } = drop
  const { t, i18n } = useTranslation('matches')
  const now = useNow()
  const odds = useOdds()
  const words = useMarketWords(match)
  const outcome = market.outcomes[fall.outcome] ?? ''
  const click = { page: 'dropping-odds', lang: i18n.language } as const
  const way = matchOutboundLink(match, buttons, [fall.bookmaker.id], click)
  const bar = ((fall.share / full) * BAR).toFixed(1)
  const isOld = now.getTime() - fall.confirmedAt.getTime() > PRICE_AGE_SHOWN_MS
  return (
    <li>
      <span className="fell">
        <b className="down">{formatChange(-fall.share, i18n.language)}</b>
        <svg viewBox={`0 0 ${BAR} 4`} aria-hidden="true">
          <path d={`M0 0h${BAR}v4H0z`} />
          <path d={`M0 0h${bar}v4H0z`} />
        </svg>
      </span>
      <PickedLink match={match} market={market} outcome={outcome}>
        {' · '}
        <bdi>{t('drops.average', { percent: formatChange(-fall.ofAverage, i18n.language) })}</bdi> ·{' '}
        <bdi>{t('drops.books-both', { count: fall.books })}</bdi> ·{' '}
        <HowLong at={fall.movedAt.toISOString()} />
      </PickedLink>
      <span className="trend">
        <Sparkline chart={chart} outcome={fall.outcome} />
      </span>
      <s className="from" {...odds(shownDown(fall.was))} />
      <Price
        label={words.columnName(market, outcome)}
        price={{
          price: toNumber(fall.now.price),
          shown: shownDown(fall.now),
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
            <WithHowLong at={fall.confirmedAt} write={(age) => t('price-age', { age })} />
          </small>
        )}
        {way && <WayOutLink way={way} />}
      </span>
    </li>
  )
}
