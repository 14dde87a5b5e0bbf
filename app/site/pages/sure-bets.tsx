import { Fragment } from 'react'
import { writeClicked } from '#app/features/affiliates/clicked-price.ts'
import { priceHref } from '#app/features/affiliates/outbound-link.ts'
import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import type { AffiliateButton } from '#app/features/affiliates/schema.ts'
import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { matchState } from '#app/features/matches/match-state.ts'
import { MOST_PAGES_OF_SURE_BETS, MOST_SURE, readListPage } from '#app/features/movements/drops-query.ts'
import { listSureBets, type SureBets } from '#app/features/movements/sure-bets.server.ts'
import { shownBest } from '#app/features/odds/market-board.ts'
import { toNumber } from '#app/features/odds/prices.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { homePath, standalonePath } from '#app/platform/paths.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'
import { definePage, type PageRequest } from '../base/page.ts'
import { stayInList, withPages } from '../base/pages-of-list.ts'
import { getStandaloneHead } from '../base/standalone-head.server.ts'
import { Competition } from '../parts/competition.tsx'
import { Empty } from '../parts/empty.tsx'
import { ListHead, ListPages } from '../parts/list-head.tsx'
import { useMarketWords } from '../parts/market-words.ts'
import { Pairing } from '../parts/pairing.tsx'
import { Part } from '../parts/part.tsx'
import { marketName, pickHref } from '../parts/picked.tsx'
import { Price } from '../parts/price.tsx'
import { SportChips } from '../parts/sport-chips.tsx'
import { SureBet } from '../parts/sure-bet.tsx'
import { When } from '../parts/when.tsx'

type Data = Awaited<ReturnType<typeof load>>
type Found = SureBets['found'][number]
type HeldBack = SureBets['heldBack'][number]

async function load({ services, lang, url }: PageRequest) {
  const [names, menu] = await Promise.all([getLocalNames(services, lang), getSportsMenu(services)])
  const page = readListPage(url.searchParams, MOST_PAGES_OF_SURE_BETS)
  const asked = menu.find(({ slug }) => slug === url.searchParams.get('sport')) ?? null
  const [listed, buttons, head] = await Promise.all([
    listSureBets(services, { sportId: asked?.id ?? null, page }),
    listAffiliateButtons(services, lang),
    getStandaloneHead(services, { language: lang, url, page: 'sure-bets' }),
  ])
  stayInList(url, { page, last: listed.last })
  const { found, heldBack, madeAt, until, hasMore, sports, isCut } = listed
  return {
    page,
    sport: asked?.slug ?? null,
    found: found.map((one) => ({ ...one, match: names.match(one.match) })),
    heldBack: heldBack.map((one) => ({ ...one, match: names.match(one.match) })),
    madeAt,
    until,
    hasMore,
    last: listed.last,
    isCut,
    sports: menu.filter(({ id }) => sports.has(id) || id === asked?.id).map((sport) => names.sport(sport)),
    buttons,
    head: withPages(head, url, { page, hasMore: hasMore && page < MOST_PAGES_OF_SURE_BETS }),
  }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation('matches')
  const { page, sport, found, heldBack, madeAt, until, hasMore, last, isCut, sports, buttons } = data
  const hrefOf = (asked: { sport?: string | null; page?: number }) => {
    const query = new URLSearchParams()
    if (asked.sport) query.set('sport', asked.sport)
    if (asked.page && asked.page > 1) query.set('page', String(asked.page))
    return standalonePath(lang, 'sure-bets') + (query.size === 0 ? '' : `?${query}`)
  }
  return (
    <>
      <ListHead
        title={t('sure-bets')}
        about={t('sure-bets.about')}
        {...{ madeAt, until }}
        matches={found.map(({ match }) => match)}
      />
      <SportChips sports={sports} current={sport} hrefOf={(slug) => hrefOf({ sport: slug })} withAll />
      <div className="sure-markets">
        {found.map((one) => (
          <SureMarket key={one.board.market.id} found={one} buttons={buttons} />
        ))}
      </div>
      {found.length === 0 && (
        <Empty
          next={
            <a className="more" href={sport ? hrefOf({}) : homePath(lang)}>
              {sport ? t('sports.all') : t('upcoming')}
            </a>
          }
        >
          {t('sure-bets.none-found')}
        </Empty>
      )}
      {isCut && !hasMore && <p className="hint">{t('sure-bets.cut', { most: MOST_SURE })}</p>}
      <ListPages
        page={page}
        hasMore={hasMore}
        most={MOST_PAGES_OF_SURE_BETS}
        last={last}
        hrefOf={(to) => hrefOf({ sport, page: to })}
      />
      {heldBack.length > 0 && (
        <Part title={t('sure-bets.held-back')}>
          <ul className="stack">
            {heldBack.map((one) => (
              <li key={one.board.market.id}>
                <SureHead found={one} as="b" />
                <SureBetOf found={one} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <p className="hint">{t('sure-bets.disclaimer')}</p>
    </>
  )
}

/** A market whose best prices return more than is staked: its match, its bookmakers and the stakes. */
function SureMarket({ found, buttons }: { found: Found; buttons: AffiliateButton[] }) {
  const { i18n } = useTranslation('matches')
  const { match, board } = found
  const words = useMarketWords(match)
  const { market, best } = board
  return (
    <article id={`market-${market.id}`} className="sure-market match-card">
      <SureHead found={found} as="h2" />
      <div className="legs">
        {market.outcomes.map((outcome, index) => {
          const one = best[index]
          if (!one) return null
          const { bookmaker } = one.row.quote
          return (
            <Price
              key={outcome}
              label={words.outcomeName(market, outcome)}
              sign={words.outcomeSign(market, outcome)}
              price={{
                price: toNumber(one.net),
                shown: shownBest(one),
                bookmaker: bookmaker.name,
                bookmakerId: bookmaker.id,
              }}
              href={priceHref(match, buttons, bookmaker.id, {
                ...{ page: 'sure-bets', lang: i18n.language },
                clicked: writeClicked(market, outcome, outcome),
              })}
            />
          )
        })}
      </div>
      <SureBetOf found={found} />
    </article>
  )
}

function SureBetOf({ found: { match, board, finding } }: { found: Found | HeldBack }) {
  return <SureBet finding={finding} board={board} words={useMarketWords(match)} />
}

/** The match of the market, with a link to it. */
function SureHead({ found: { match, board }, as: Name }: { found: Found | HeldBack; as: 'h2' | 'b' }) {
  const { i18n } = useTranslation('matches')
  const words = useMarketWords(match)
  const state = matchState(match, useNow(), useZone())
  const { market } = board
  const parts = [marketName(market, words), words.lineName(market), words.periodName(market)]
  return (
    <a className="picked" href={pickHref(match, market, i18n.language)}>
      <Name>
        <Pairing of={match} />
      </Name>
      <span>
        {parts
          .filter((part) => part !== null)
          .map((part, at) => (
            <Fragment key={part}>
              {at > 0 && ' · '}
              <bdi>{part}</bdi>
            </Fragment>
          ))}
      </span>
      <small>
        <Competition {...match} /> · <When match={match} state={state} />
      </small>
    </a>
  )
}

export const sureBets = definePage<Data>({
  load,
  headOf: ({ head }) => head,
  View,
  styles: ['odds', 'tools'],
})
