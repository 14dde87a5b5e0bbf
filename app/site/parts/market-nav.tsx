import { marketChoices, marketQuery } from '#app/features/odds/market-address.ts'
import type { MarketView } from '#app/features/odds/market-view.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { type MarketWords, useMarketWords } from './market-words.ts'

export interface MarketPlace {
  markets: readonly MarketView[]
  shown: MarketView
  /** Whether the headline of the match has a draw; it determines the market of a page without a query. */
  withDraw: boolean
  /** The sport's slug. */
  sport: string
  /** The page's address without a query. */
  path: string
  sides: { home: string; away: string }
}

/** The address at which a market of the match is shown. */
export function marketHref({ markets, withDraw, path }: MarketPlace, market: MarketView): string {
  const query = marketQuery(markets, { market }, withDraw)
  return query === '' ? path : `?${query}`
}

/** The markets of the match, then the periods, then the sides, each at its own address. */
export function MarketNav(place: MarketPlace) {
  const { t } = useTranslation('matches')
  const words = useMarketWords(place.sides)
  const { markets, shown, withDraw } = place
  const { types, periods, participants } = marketChoices(markets, shown, withDraw)
  return (
    <>
      {types.length > 1 && (
        <nav aria-label={t('markets')} className="tabs markets">
          {types.map((market) => (
            <a
              key={market.type}
              href={marketHref(place, market)}
              data-swap
              aria-current={market.type === shown.type ? 'page' : undefined}
            >
              {words.typeName(market)}
            </a>
          ))}
        </nav>
      )}
      <Chips
        place={place}
        label={t('periods')}
        choices={periods}
        isShown={({ period }) => period === shown.period}
        nameOf={words.periodName}
      />
      <Chips
        place={place}
        label={words.typeName(shown)}
        choices={participants}
        isShown={({ participant }) => participant === shown.participant}
        nameOf={({ participant }) => words.nameOf(participant ?? '')}
      />
    </>
  )
}

function Chips(props: {
  place: MarketPlace
  label: string
  choices: readonly MarketView[]
  isShown: (market: MarketView) => boolean
  nameOf: MarketWords['periodName']
}) {
  const { place, label, choices, isShown, nameOf } = props
  if (choices.length < 2) return null
  return (
    <nav aria-label={label} className="market-chips">
      {choices.map((market) => (
        <a
          key={market.id}
          className="chip"
          href={marketHref(place, market)}
          data-swap
          aria-current={isShown(market) ? 'page' : undefined}
        >
          <bdi>{nameOf(market)}</bdi>
        </a>
      ))}
    </nav>
  )
}
