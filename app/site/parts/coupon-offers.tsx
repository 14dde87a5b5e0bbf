import { bookmakerOutboundLink, priceHref } from '#app/features/affiliates/outbound-link.ts'
import type { AffiliateButton } from '#app/features/affiliates/schema.ts'
import { type CouponOffer, returnOf } from '#app/features/coupons/combine.ts'
import type { CouponLeg } from '#app/features/coupons/queries.server.ts'
import { computed, OddsText, oddsMark, useOdds } from '#app/features/odds/components/odds.tsx'
import { fullMarketQuery } from '#app/features/odds/market-address.ts'
import { shownBest } from '#app/features/odds/market-board.ts'
import { toNumber } from '#app/features/odds/prices.ts'
import { PRICE_AGE_SHOWN_MS } from '#app/features/odds/rules.ts'
import { netPrice } from '#app/features/odds/shown-price.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatEuro, formatStake } from '#app/platform/numbers.ts'
import { bookmakerPath, newBetPath } from '#app/platform/paths.ts'
import { useNow } from '#app/ui/clock.tsx'
import { BookmakerMark } from '#app/ui/marks.tsx'
import { useMarketWords } from './market-words.ts'
import { HowLong } from './moment.tsx'
import { Picked } from './picked.tsx'
import { Price } from './price.tsx'
import { WayOutLink } from './way-out.tsx'

interface CouponOffersProps {
  legs: readonly CouponLeg[]
  offers: readonly CouponOffer[]
  buttons: readonly AffiliateButton[]
  hasRelated: boolean
  /** In cents. */
  stake: number
}

/** What each bookmaker pays for all outcomes as one bet, the best one first, and which outcomes it refuses. */
export function CouponOffers({ legs, offers, buttons, hasRelated, stake }: CouponOffersProps) {
  const { t, i18n } = useTranslation(['betting', 'matches', 'common'])
  const odds = useOdds()
  const [best] = offers
  const ways = new Map(
    offers.map(({ bookmaker: { id } }) => [
      id,
      bookmakerOutboundLink(buttons, id, { page: 'coupon', lang: i18n.language }),
    ]),
  )
  const withWays = [...ways.values()].some((way) => way !== null)
  // Outcomes of one match, and those at an exchange, are no bet together.
  const isBet = ({ isWhole, isExchange }: CouponOffer) => isWhole || (!hasRelated && !isExchange)
  return (
    <>
      <p>
        {best?.isWhole ? (
          <OddsText>
            {t('coupon.best', {
              bookmaker: best.bookmaker.name,
              price: oddsMark(combined(best, best.net)),
              stake: formatStake(stake / 100, i18n.language),
              amount: formatEuro(returnOf(stake, best.net) / 100, i18n.language),
            })}
          </OddsText>
        ) : (
          t(hasRelated ? 'coupon.related' : 'coupon.none-whole')
        )}
      </p>
      {offers.length > 0 && (
        <table className="records coupon-offers">
          <thead>
            <tr>
              <th scope="col" className="wide">
                {t('bookmaker', { ns: 'matches' })}
              </th>
              <th scope="col">{t('result.legs')}</th>
              <th scope="col">{t('coupon.odds')}</th>
              <th scope="col">{t('result.returns')}</th>
              {withWays && (
                <th scope="col" className="not-printed">
                  {t('advertising', { ns: 'common' })}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {offers.map((offer) => {
              const { bookmaker, taken, isWhole, gross, net } = offer
              const way = ways.get(bookmaker.id)
              return (
                <tr key={bookmaker.id} className={offer === best && isWhole ? 'best' : undefined}>
                  <th scope="row" className="wide">
                    <a href={bookmakerPath(i18n.language, bookmaker.slug)}>
                      <BookmakerMark name={bookmaker.name} logoUrl={bookmaker.logoUrl} />{' '}
                      <bdi>{bookmaker.name}</bdi>
                    </a>
                    <OfferNotes offer={offer} legs={legs} />
                  </th>
                  <td>
                    <bdi>
                      {taken.length}/{legs.length}
                    </bdi>
                  </td>
                  <td>
                    {isBet(offer) ? (
                      <>
                        <b {...odds(combined(offer, net))} />
                        {gross !== net && (
                          <small>
                            <OddsText>
                              {t('before-commission', {
                                ns: 'matches',
                                price: oddsMark(combined(offer, gross)),
                              })}
                            </OddsText>
                          </small>
                        )}
                      </>
                    ) : (
                      '–'
                    )}
                  </td>
                  <td>{isWhole ? formatEuro(returnOf(stake, net) / 100, i18n.language) : '–'}</td>
                  {withWays && <td className="not-printed">{way && <WayOutLink way={way} />}</td>}
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {offers.some((offer) => isBet(offer) && offer.gross !== offer.net) && (
        <p className="hint">{t('legend.gross', { ns: 'matches' })}</p>
      )}
    </>
  )
}

function OfferNotes({ offer, legs }: { offer: CouponOffer; legs: readonly CouponLeg[] }) {
  const { t } = useTranslation(['betting', 'matches'])
  const now = useNow()
  const { refused, oldestAt, isExchange } = offer
  const reasonOf = (why: (typeof refused)[number]['why']) =>
    why === 'not-quoted' ? t('leg.not-quoted') : t(`left-out.${why}`, { ns: 'matches' })
  return (
    <>
      {isExchange && legs.length > 1 && <small>{t('coupon.exchange')}</small>}
      {refused.length > 0 && (
        <small>
          {t('coupon.refused')}{' '}
          {refused.map(({ at, why }, index) => (
            <span key={at}>
              {index > 0 && ', '}
              <bdi>
                {at + 1} ({reasonOf(why)})
              </bdi>
            </span>
          ))}
        </small>
      )}
      {now.getTime() - oldestAt.getTime() > PRICE_AGE_SHOWN_MS && (
        <small className="old">
          {t('coupon.oldest')} <HowLong at={oldestAt.toISOString()} />
        </small>
      )}
    </>
  )
}

/** The best price of each outcome as a bet of its own. */
export function CouponSingles(props: {
  legs: readonly CouponLeg[]
  buttons: AffiliateButton[]
  stake: number
}) {
  const { legs, buttons, stake } = props
  const { t, i18n } = useTranslation(['betting', 'matches'])
  const open = legs.flatMap(({ board, index, state }) =>
    state === 'open' || state === 'begun' ? (board?.best[index]?.net ?? []) : [],
  )
  const total = open.reduce((sum, net) => sum + returnOf(stake, net), 0)
  return (
    <>
      <ol className="coupon-singles">
        {legs.map((leg) => (
          <li key={`${leg.pick.match} ${leg.pick.type} ${leg.pick.line} ${leg.pick.outcome}`}>
            <Single leg={leg} buttons={buttons} stake={stake} />
          </li>
        ))}
      </ol>
      {open.length > 0 && (
        <p className="hint">
          {t('coupon.singles-total', {
            count: open.length,
            stake: formatStake(stake / 100, i18n.language),
            amount: formatEuro(total / 100, i18n.language),
          })}
        </p>
      )}
    </>
  )
}

function Single({ leg, buttons, stake }: { leg: CouponLeg; buttons: AffiliateButton[]; stake: number }) {
  const { t, i18n } = useTranslation(['betting', 'matches', 'common'])
  const { pick, match, board, index, state } = leg
  const words = useMarketWords(match ?? { home: '1', away: '2' })
  const best = state === 'open' || state === 'begun' ? (board?.best[index] ?? null) : null
  const quote = best?.row.quote
  return (
    <>
      <span>
        <Picked market={pick} outcome={pick.outcome} words={words} />
        <small>
          {best
            ? t('coupon.single', {
                stake: formatStake(stake / 100, i18n.language),
                amount: formatEuro(returnOf(stake, best.net) / 100, i18n.language),
              })
            : t('no-price', { ns: 'matches' })}
        </small>
        {match && quote && (
          <a
            className="note-bet not-printed"
            href={newBetPath(i18n.language, {
              match: match.id,
              ...Object.fromEntries(fullMarketQuery(pick)),
              outcome: pick.outcome,
              bookmaker: quote.bookmaker.slug,
            })}
            aria-label={`${withColon(t('note-bet', { ns: 'common' }), i18n.language)} ${words.outcomeName(pick, pick.outcome)}`}
          >
            {t('note-bet', { ns: 'common' })}
          </a>
        )}
      </span>
      <Price
        label={words.columnName(pick, pick.outcome)}
        price={
          best && quote
            ? {
                price: toNumber(best.net),
                shown: shownBest(best),
                bookmaker: quote.bookmaker.name,
                bookmakerId: quote.bookmaker.id,
              }
            : null
        }
        href={
          match && quote
            ? priceHref(match, buttons, quote.bookmaker.id, { page: 'coupon', lang: i18n.language })
            : null
        }
      />
    </>
  )
}

/** A product of prices, or one after commission, is rounded down; a single price stays as it is quoted. */
const combined = ({ taken, gross, net }: CouponOffer, price: CouponOffer['net']) =>
  taken.length > 1 || (price === net && net !== gross) ? netPrice(price) : computed(price)
