import type { CouponLeg } from '#app/features/coupons/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useMarketWords } from './market-words.ts'
import { Picked, PickedLink } from './picked.tsx'

interface CouponLegsProps {
  legs: readonly CouponLeg[]
  /** The legs as the address has them. */
  texts: readonly string[]
  /** The address of the coupon without a leg. */
  removeHref: (at: number) => string
}

/** The outcomes of a coupon, each with its match and what is to be said about it. */
export function CouponLegs({ legs, texts, removeHref }: CouponLegsProps) {
  const { t } = useTranslation('betting')
  return (
    <ol className="coupon-legs">
      {legs.map((leg, at) => (
        <li key={texts[at]}>
          <Leg leg={leg} />
          <a
            className="button-quiet not-printed"
            href={removeHref(at)}
            data-coupon={`-${texts[at]}`}
            aria-label={t('coupon.remove', { number: at + 1 })}
          >
            {t('remove')}
          </a>
        </li>
      ))}
    </ol>
  )
}

function Leg({ leg: { pick, match, state, result, isRelated } }: { leg: CouponLeg }) {
  const { t } = useTranslation('betting')
  // What the address says is shown even if the match or its market is gone.
  const words = useMarketWords(match ?? { home: '1', away: '2' })
  const note =
    state === 'over' && result !== null
      ? t(`bets.result.${result}`)
      : state === 'open'
        ? null
        : t(`leg.${state}`)
  return (
    <div>
      {match ? (
        <PickedLink match={match} market={pick} outcome={pick.outcome} />
      ) : (
        <Picked market={pick} outcome={pick.outcome} words={words} />
      )}
      {note && <small className="note old">{note}</small>}
      {isRelated && <small className="note old">{t('leg.related')}</small>}
    </div>
  )
}
