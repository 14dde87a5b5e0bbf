import { replace } from 'react-router'
import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { readPicks, writePick } from '#app/features/coupons/pick.ts'
import { MOST_PICKS, writePicks } from '#app/features/coupons/pick-list.ts'
import { readCoupon } from '#app/features/coupons/queries.server.ts'
import { listMatchMarkets } from '#app/features/matches/match-markets.server.ts'
import { findMatchById } from '#app/features/matches/queries.server.ts'
import { MAX_LENGTH, readSearchText } from '#app/features/names/search-text.ts'
import { EXAMPLE_STAKE } from '#app/features/odds/rules.ts'
import { searchAll } from '#app/features/search/queries.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatStake, readAmount } from '#app/platform/numbers.ts'
import { couponPath, homePath } from '#app/platform/paths.ts'
import { longId } from '#app/platform/short-id.ts'
import { useNow } from '#app/ui/clock.tsx'
import { definePage, type PageRequest } from '../base/page.ts'
import { Competition } from '../parts/competition.tsx'
import { CouponChoices } from '../parts/coupon-choices.tsx'
import { CouponLegs } from '../parts/coupon-legs.tsx'
import { CouponOffers, CouponSingles } from '../parts/coupon-offers.tsx'
import { Crumbs } from '../parts/crumbs.tsx'
import { Empty } from '../parts/empty.tsx'
import { Moment } from '../parts/moment.tsx'
import { Pairing } from '../parts/pairing.tsx'
import { Part } from '../parts/part.tsx'

type Data = Awaited<ReturnType<typeof load>>

const HIGHEST_STAKE = 100_000

const MOST_SIGNS = 12

interface Stake {
  cents: number
  /** As it was typed. */
  text: string
  /** Whether it was read; if not, the figures are for the example's stake. */
  isValid: boolean
}

/**
 * The stake of an address; the example's if there is none.
 * @throws a redirect to the plain number of one that languages read differently
 */
function readStake(query: URLSearchParams, lang: string): Stake {
  const text = (query.get('stake') ?? '').trim().slice(0, MOST_SIGNS) || String(EXAMPLE_STAKE)
  const cents = Math.round((readAmount(text, lang) ?? 0) * 100)
  const isValid = cents > 0 && cents <= HIGHEST_STAKE * 100
  // An address is read in every language: '1,000' would be 1 in German.
  if (isValid && readAmount(text, 'en') !== readAmount(text, 'de')) {
    const own = new URLSearchParams(query)
    own.set('stake', String(cents / 100))
    throw replace(`${couponPath(lang)}?${own}`)
  }
  return { cents: isValid ? cents : EXAMPLE_STAKE * 100, text, isValid }
}

/** A coupon by its address; not for search engines, and never cached with outcomes. */
async function load({ services, url, lang }: PageRequest) {
  const query = url.searchParams
  const { picks, leftOut } = readPicks(query.get('c'))
  const typed = (query.get('q') ?? '').trim().slice(0, MAX_LENGTH)
  const text = readSearchText(typed)
  const chosen = longId(query.get('match') ?? '')
  const [names, labels, coupon, buttons, found, match] = await Promise.all([
    getLocalNames(services, lang),
    getResources(services, lang),
    readCoupon(services, picks),
    listAffiliateButtons(services, lang),
    text === null ? null : searchAll(services, lang, text, 1),
    chosen ? findMatchById(services, chosen) : undefined,
  ])
  return {
    title: labels.betting?.coupon ?? '',
    texts: picks.map(writePick),
    leftOut,
    stake: readStake(query, lang),
    legs: coupon.legs.map((leg) => ({ ...leg, match: leg.match && names.match(leg.match) })),
    offers: coupon.offers,
    hasRelated: coupon.hasRelated,
    buttons,
    typed,
    found: found?.matches ?? null,
    chosen: match ? { match: names.match(match), markets: await listMatchMarkets(services, match) } : null,
  }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t, i18n } = useTranslation(['betting', 'matches', 'search'])
  const now = useNow()
  const { texts, leftOut, legs, offers, hasRelated, buttons, typed, found, chosen } = data
  const current = writePicks(texts)
  const stake = data.stake.cents
  const euros = stake === EXAMPLE_STAKE * 100 ? undefined : String(stake / 100)
  const hrefWith = (also: Parameters<typeof couponPath>[2]) =>
    couponPath(lang, current, { ...(euros && { stake: euros }), ...also })
  const hrefOf = (picks: readonly string[]) =>
    couponPath(lang, writePicks(picks), euros ? { stake: euros } : {})
  const hidden = <input type="hidden" name="c" value={current} />
  return (
    <>
      <Crumbs crumbs={[]} current={t('coupon')} />
      <header className="list-head">
        <h1 className="title">{t('coupon')}</h1>
        <p>{t('coupon.about')}</p>
      </header>
      {leftOut > 0 && <p className="warning">{t('coupon.left-out', { count: leftOut, most: MOST_PICKS })}</p>}
      {legs.length === 0 ? (
        <Empty
          next={
            <a className="more" href={homePath(lang)}>
              {t('upcoming', { ns: 'matches' })}
            </a>
          }
        >
          {t('coupon.empty')}
        </Empty>
      ) : (
        <>
          <CouponLegs
            legs={legs}
            texts={texts}
            removeHref={(at) => hrefOf(texts.filter((_, index) => index !== at))}
          />
          <form className="coupon-form" action={couponPath(lang)}>
            {hidden}
            <label>
              {t('field.stake')}{' '}
              <input
                name="stake"
                type="text"
                inputMode="decimal"
                dir="ltr"
                maxLength={MOST_SIGNS}
                defaultValue={data.stake.text}
                {...(!data.stake.isValid && { 'aria-invalid': true, 'aria-describedby': 'stake-problem' })}
              />
            </label>
            <button type="submit" className="button">
              {t('calculate')}
            </button>
            {!data.stake.isValid && (
              <p id="stake-problem" role="alert">
                {t('coupon.stake-invalid', { stake: formatStake(EXAMPLE_STAKE, i18n.language) })}
              </p>
            )}
          </form>
          <Part title={t('coupon.combined')}>
            <CouponOffers {...{ legs, offers, buttons, hasRelated, stake }} />
          </Part>
          <Part title={t('coupon.singles')}>
            <CouponSingles {...{ legs, buttons, stake }} />
          </Part>
          <p className="hint">
            {t('coupon.method')} {t('sure-bets.disclaimer', { ns: 'matches' })}{' '}
            <Moment at={now.toISOString()} style="dateTime" />
          </p>
        </>
      )}
      {chosen && (
        <CouponChoices
          {...chosen}
          texts={texts}
          addHref={(pick) =>
            couponPath(lang, writePicks([...texts, pick]), {
              match: chosen.match.id,
              ...(euros && { stake: euros }),
            })
          }
        />
      )}
      <div className="not-printed">
        <Part title={t('coupon.add')}>
          <form className="coupon-form" action={couponPath(lang)}>
            {hidden}
            {euros && <input type="hidden" name="stake" value={euros} />}
            <label>
              {t('coupon.find')} <input name="q" type="search" maxLength={MAX_LENGTH} defaultValue={typed} />
            </label>
            <button type="submit" className="button">
              {t('label', { ns: 'search' })}
            </button>
          </form>
          {found?.length === 0 && <p className="hint">{t('no-results', { ns: 'search' })}</p>}
          {found && found.length > 0 && (
            <ul className="found">
              {found.map((match) => (
                <li key={match.id}>
                  <a href={hrefWith({ match: match.id })}>
                    <Pairing of={match} />{' '}
                    <small>
                      <Competition {...match} /> · <Moment at={match.startTime} style="dateTime" />
                    </small>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </Part>
      </div>
    </>
  )
}

export const coupon = definePage<Data>({
  load,
  headOf: ({ title }) => ({ title }),
  View,
  styles: ['odds', 'tools'],
  cacheControl: ({ searchParams }) => (searchParams.size > 0 ? 'private, no-cache' : undefined),
})
