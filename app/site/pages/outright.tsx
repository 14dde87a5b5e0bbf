import { writeClicked } from '#app/features/affiliates/clicked-price.ts'
import { priceHref } from '#app/features/affiliates/outbound-link.ts'
import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { compareClosing, compareMarket } from '#app/features/odds/market-board.ts'
import { readMarketChart } from '#app/features/odds/market-chart.server.ts'
import { listMarkets } from '#app/features/odds/market-queries.server.ts'
import { findOutright } from '#app/features/outrights/queries.server.ts'
import { noteChangeAt } from '#app/platform/http/reads.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatList } from '#app/platform/numbers.ts'
import { countryPath, leaguePath, outrightPath, sportPath } from '#app/platform/paths.ts'
import { useNow } from '#app/ui/clock.tsx'
import { getPageHead } from '../base/head.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { findLeaguePlace, redirectToCanonical } from '../base/place.server.ts'
import { notFound } from '../base/problem.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Empty } from '../parts/empty.tsx'
import { FieldTable } from '../parts/field-table.tsx'
import { Movement } from '../parts/market-chart.tsx'
import { bestTitleOf } from '../parts/match-boards.ts'
import { Moment } from '../parts/moment.tsx'
import { Part } from '../parts/part.tsx'

type Data = Awaited<ReturnType<typeof load>>
type Params = 'sport' | 'country' | 'league' | 'outright'

async function load({ services, url, lang, params }: PageRequest<Params>) {
  const place = await findLeaguePlace(services, { ...params, lang })
  const outright = await findOutright(services, place.league.id, params.outright)
  if (!outright) throw notFound('outright-not-found')
  const { sport, country, league } = place
  const slugs = [...place.slugs, { asked: 'outright', canonical: 'outright' }]
  redirectToCanonical(url, {
    ...place,
    slugs: [...slugs, { asked: params.outright, canonical: outright.slug }],
  })
  const start = new Date(outright.startTime)
  if (start > new Date()) noteChangeAt(start)
  const path = outrightPath(lang, { slug: outright.slug, sport, country, league })
  const [markets, buttons, head] = await Promise.all([
    listMarkets(services, outright.id),
    listAffiliateButtons(services, lang),
    getPageHead(services, {
      url,
      language: lang,
      page: 'outright',
      variables: {
        outright_name: outright.name,
        sport_name: sport.name,
        country_name: country.name,
        league_name: league.name,
      },
      way: [
        { name: sport.name, path: sportPath(lang, sport.slug) },
        { name: country.name, path: countryPath(lang, sport.slug, country.slug) },
        { name: league.name, path: leaguePath(lang, sport.slug, country.slug, league.slug) },
        { name: outright.name, path },
      ],
    }),
  ])
  const market = markets.find(({ type }) => type === 'outright') ?? null
  const chart = market && (await readMarketChart(services, outright.id, market, start))
  return { outright, sport, country, league, market, chart, buttons, head }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation('matches')
  const now = useNow()
  const { outright, sport, country, league, market, chart, buttons } = data
  const start = new Date(outright.startTime)
  const isInPlay = market?.quotes.some(({ leftOut }) => leftOut === null) ?? false
  const isCancelled = outright.status === 'cancelled'
  const isOver = outright.status === 'finished' || isCancelled
  const isClosed = isOver || (start <= now && !isInPlay)
  const board =
    market &&
    (isClosed
      ? compareClosing(market, { sort: 'payout', kickOff: start })
      : compareMarket(market, { sort: 'payout', kickOff: start, now }))
  const bestTitle = bestTitleOf({ isClosed, isCancelled })
  const wayTo = (bookmakerId: string, outcome: string | null) =>
    isClosed || !market
      ? null
      : priceHref(null, buttons, bookmakerId, {
          ...{ page: 'outright', lang },
          clicked: writeClicked(market, outcome),
        })
  return (
    <>
      <Crumbs
        crumbs={[
          { label: sport.name, to: sportPath(lang, sport.slug) },
          { label: country.name, to: countryPath(lang, sport.slug, country.slug) },
          { label: league.name, to: leaguePath(lang, sport.slug, country.slug, league.slug) },
        ]}
        current={outright.name}
      />
      <h1 className="title">
        <bdi>{outright.name}</bdi>
      </h1>
      <p className="hint">
        {t(isClosed ? 'outright.closed' : 'outright.until')}{' '}
        <Moment at={outright.startTime} style="fullDateTime" />
      </p>
      {isClosed && !isCancelled && (
        <p>
          {outright.winners.length > 0 ? (
            <>
              {t('outright.won-by')}{' '}
              <b>
                <bdi>{formatList(outright.winners, lang)}</bdi>
              </b>
            </>
          ) : (
            t('outright.no-winner')
          )}
        </p>
      )}
      <Part id="compare" title={t(isClosed ? bestTitle : 'compare')}>
        {board && board.rows.length > 0 ? (
          <>
            {!isClosed && <p className="hint">{t('best-of', { count: board.count })}</p>}
            <FieldTable
              caption={`${outright.name}, ${t(isClosed ? bestTitle : 'compare')}`}
              board={board}
              isClosed={isClosed}
              winners={outright.winners}
              bestTitle={bestTitle}
              wayTo={wayTo}
            />
            <p className="hint">
              {t('outright.note')}{' '}
              {board.rows.some(({ prices, nets }) => prices.some((price, index) => price !== nets[index])) &&
                t('legend.gross')}
            </p>
          </>
        ) : (
          <Empty>{t(isClosed ? 'outright.none-past' : 'outright.none')}</Empty>
        )}
      </Part>
      {chart && market && (
        <Part title={t('movement')}>
          <Movement
            chart={chart}
            market={market}
            words={{ outcomeName: (_, outcome) => outcome }}
            kickOff={start}
          />
        </Part>
      )}
    </>
  )
}

export const outright = definePage<Data, Params>({ load, headOf: ({ head }) => head, View, styles: ['odds'] })
