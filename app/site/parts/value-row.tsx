import { writeClicked } from '#app/features/affiliates/clicked-price.ts'
import { matchOutboundLink, priceHref } from '#app/features/affiliates/outbound-link.ts'
import type { AffiliateButton } from '#app/features/affiliates/schema.ts'
import type { ListedValue } from '#app/features/movements/value.server.ts'
import { computed, useOdds } from '#app/features/odds/components/odds.tsx'
import { toNumber } from '#app/features/odds/prices.ts'
import { PRICE_AGE_SHOWN_MS } from '#app/features/odds/rules.ts'
import { shownNet } from '#app/features/odds/shown-price.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatChange } from '#app/platform/numbers.ts'
import { useNow } from '#app/ui/clock.tsx'
import { useMarketWords } from './market-words.ts'
import { HowLong, WithHowLong } from './moment.tsx'
import { PickedLink } from './picked.tsx'
import { Price } from './price.tsx'
import { WayOutLink } from './way-out.tsx'

/** A price above its reference: the excess, the outcome, what the reference is, both prices, and the outbound link. */
export function ValueRow({ value, buttons }: { value: ListedValue; buttons: AffiliateButton[] }) {
  const { match, board, finding, listedAt } = value
  const { row, reference, net, price, share } = finding
  const { t, i18n } = useTranslation(['betting', 'matches'])
  const now = useNow()
  const odds = useOdds()
  const words = useMarketWords(match)
  const { market } = board
  const outcome = market.outcomes[finding.outcome] ?? ''
  const { bookmaker, seenAt } = row.quote
  const click = { page: 'value', lang: i18n.language } as const
  const way = matchOutboundLink(match, buttons, [bookmaker.id], click)
  const isOld = now.getTime() - seenAt.getTime() > PRICE_AGE_SHOWN_MS
  return (
    <li>
      <span className="fell">
        <b>{formatChange(share, i18n.language)}</b>
      </span>
      <PickedLink match={match} market={market} outcome={outcome}>
        {' · '}
        <bdi>
          {reference.bookmaker
            ? t('value.by-bookmaker', { bookmaker: reference.bookmaker.name })
            : t('value.by-average', { books: reference.books })}
        </bdi>{' '}
        · {t('value.since')} <HowLong at={listedAt.toISOString()} />
      </PickedLink>
      <span className="from">
        <small>{t('value.reference')}</small> <span {...odds(computed(reference.fair))} />
      </span>
      <Price
        label={words.columnName(market, outcome)}
        price={{
          price: toNumber(net),
          shown: shownNet(net, price, row.writing, finding.outcome),
          bookmaker: bookmaker.name,
          bookmakerId: bookmaker.id,
        }}
        href={priceHref(match, buttons, bookmaker.id, {
          ...click,
          clicked: writeClicked(market, outcome, outcome),
        })}
      />
      <span className="ways">
        {isOld && (
          <small className="note old">
            <WithHowLong at={seenAt} write={(age) => t('price-age', { ns: 'matches', age })} />
          </small>
        )}
        {way && <WayOutLink way={way} />}
      </span>
    </li>
  )
}
