import { data, Form, Link, redirect } from 'react-router'
import { INPUT } from '#app/features/accounts/components/field.tsx'
import { field, readForm } from '#app/features/accounts/visit.server.ts'
import { countryOfRequest } from '#app/features/audiences/visitors.ts'
import { listMatchMarkets } from '#app/features/matches/match-markets.server.ts'
import { followMatch } from '#app/features/matches/queries.server.ts'
import { readSearchText } from '#app/features/names/search-text.ts'
import { addBet } from '#app/features/noted-bets/commands.server.ts'
import { readOutcome, writeOutcome } from '#app/features/noted-bets/schema.ts'
import { PriceFormatContext, useOdds } from '#app/features/odds/components/odds.tsx'
import { findShownMarket, followQuery, fullMarketQuery } from '#app/features/odds/market-address.ts'
import { type Board, type BoardBest, compareMarket, shownBest } from '#app/features/odds/market-board.ts'
import { marketWords } from '#app/features/odds/market-words.ts'
import { definitionOf, followOutcome, type Market } from '#app/features/odds/markets.ts'
import type { PriceFormat } from '#app/features/odds/prices.ts'
import type { ShownPrice } from '#app/features/odds/shown-price.ts'
import { searchAll } from '#app/features/search/queries.server.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { isId } from '#app/platform/ids.ts'
import { accountPath, newBetPath } from '#app/platform/paths.ts'
import { plainHead } from '#app/site/base/head.ts'
import { Competition } from '#app/site/parts/competition.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { BookmakerMark } from '#app/ui/marks.tsx'
import { Name } from '#app/ui/name.tsx'
import { Instant } from '#app/ui/time.tsx'
import type { Route } from './+types/new-bet'
import { readBetForm, readTypedTerms } from './bet-form.server.ts'
import { BetProblemText, Labelled, TermFields, useWrongField } from './bet-terms.tsx'
import { formatOf, openOwn } from './own.server.ts'
import { OwnTabs } from './own-tabs.tsx'

export async function loader(args: Route.LoaderArgs) {
  const { services, lang, user } = await openOwn(args)
  const query = args.url.searchParams
  const [labels, settings] = await Promise.all([getResources(services, lang), readSettings(services)])
  const common = {
    title: labels.betting?.['bets.note'],
    ...{ format: formatOf(user), zone: settings.time_zone, now: new Date() },
    typed: (query.get('q') ?? '').slice(0, 100),
  }
  const none = {
    ...{ ...common, match: null, choices: [], shown: '', price: null, found: [] },
    ...{ bookmaker: null, bookmakers: [], offers: [] },
  }
  const matchId = query.get('match')
  const followed = isId(matchId) ? await followMatch(services, matchId) : undefined
  if (!followed) {
    const text = readSearchText(common.typed)
    const { matches } = text === null ? { matches: [] } : await searchAll(services, lang, text, 1)
    const found = matches.map(({ id, home, away, startTime, country, league }) => ({
      id,
      home,
      away,
      startTime,
      country: { name: country.name },
      league: { name: league.name },
    }))
    return { ...none, found }
  }
  const { match, turned } = followed
  if (match.id !== matchId) {
    const search = followQuery(query, turned)
    search.set('match', match.id)
    throw redirect(`${accountPath(lang, 'new-bet')}?${search}`)
  }
  const markets = await listMatchMarkets(services, match)
  const market = findShownMarket(markets, query, match.headline.withDraw)?.market
  const choices = markets
    .filter(
      ({ isMain, id, type }) =>
        (isMain || id === market?.id) && definitionOf(type).outcomes !== 'participants',
    )
    .flatMap(({ outcomes, type, period, line, participant }) =>
      outcomes.map((outcome) => {
        const own = { type, period, line, participant }
        return { value: writeOutcome({ market: own, outcome }), market: own, outcome }
      }),
    )
  const kickOff = new Date(match.startTime)
  const board = market && compareMarket(market, { sort: 'payout', kickOff, now: common.now })
  const outcomes = market?.outcomes ?? []
  const asked = outcomes.indexOf(query.get('outcome') ?? '')
  const chosen = market && { market: only(market), outcome: outcomes[Math.max(asked, 0)] ?? '' }
  const offer = board ? offerOf(board, asked, query.get('bookmaker')) : null
  return {
    ...none,
    match: { id: match.id, home: match.home, away: match.away, startTime: match.startTime },
    choices,
    shown: chosen ? writeOutcome(chosen) : '',
    price: offer?.net ?? null,
    bookmaker: offer?.row.quote.bookmaker.name ?? null,
    bookmakers: [...new Set(board?.rows.map(({ quote }) => quote.bookmaker.name))].toSorted(),
    // Prices of a match in play are not shown, so none is suggested.
    offers:
      asked < 0 && market && board && kickOff > common.now && outcomes.length <= MOST_OFFERS
        ? outcomes.flatMap((outcome, index) => {
            const one = board.best[index]
            const query = { match: match.id, ...Object.fromEntries(fullMarketQuery(market)), outcome }
            return one
              ? {
                  ...{ market: only(market), outcome, shown: shownBest(one), query },
                  bookmaker: one.row.quote.bookmaker.name,
                }
              : []
          })
        : [],
  }
}

/** More are found faster in the list of all outcomes. */
const MOST_OFFERS = 4

function only({ type, period, line, participant }: Market): Market {
  return { type, period, line, participant }
}

/** The price of an outcome at a bookmaker, or the best one; null for no outcome, or one that nobody quotes now. */
function offerOf({ rows, best }: Board, index: number, bookmaker: string | null): BoardBest | null {
  const row = rows.find(({ quote, leftOut }) => leftOut === null && quote.bookmaker.slug === bookmaker)
  const [price, net] = [row?.prices[index], row?.nets[index]]
  return row && price && net ? { price, net, row, outcome: index } : (best[index] ?? null)
}

export async function action(args: Route.ActionArgs) {
  const visit = await openOwn(args)
  const form = await readForm(visit)
  const { services, user, lang } = visit
  const { time_zone: zone } = await readSettings(services)
  const typed = { ...readTypedTerms(form, zone), outcome: field(form, 'outcome') }
  const terms = readBetForm(form, typed, lang)
  const chosen = readOutcome(typed.outcome)
  const matchId = args.url.searchParams.get('match')
  // The match can have been merged since the form was opened.
  const followed = isId(matchId) ? await followMatch(services, matchId) : undefined
  const meant = chosen && followed && followOutcome(chosen, followed.turned)
  const problem =
    typeof terms === 'string'
      ? terms
      : !chosen
        ? 'outcome'
        : !meant
          ? 'missing'
          : await addBet(services, {
              ...{ userId: user.id, matchId: followed.match.id, bet: { ...meant, ...terms } },
              country: countryOfRequest(services.env, args.request),
            })
  if (problem) return data({ problem, typed }, { status: 400 })
  return redirect(`${accountPath(lang, 'bets')}?noted`, { status: 303 })
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  return plainHead(loaderData?.title, root.loaderData)
}

export default function NewBetPage({ loaderData, actionData, matches: [root] }: Route.ComponentProps) {
  const { t, i18n } = useTranslation('betting')
  const { match, price, zone, now } = loaderData
  const form = useWrongField(actionData)
  const format = loaderData.format ?? root.loaderData?.priceFormat ?? 'decimal'
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-5">
      <h1 className="title">{t('bets.note')}</h1>
      <OwnTabs current="bets" />
      {actionData && (
        <Banner tone="error">
          <BetProblemText problem={actionData.problem} />
        </Banner>
      )}
      {match ? (
        <Form
          ref={form}
          method="post"
          className="flex flex-col gap-3 rounded-lg border border-card-line bg-card p-4 md:flex-row md:flex-wrap md:items-end"
        >
          <h2 className="w-full text-base font-semibold text-heading">
            <Name>{`${match.home} – ${match.away}`}</Name>{' '}
            <span className="text-sm font-normal text-muted">
              <Instant at={match.startTime} style="dateTime" />
            </span>
          </h2>
          {loaderData.offers.length > 0 && (
            <Offers offers={loaderData.offers} match={match} format={format} />
          )}
          <Outcomes {...loaderData} match={match} typed={actionData?.typed.outcome} />
          <TermFields
            key={`${loaderData.shown} ${price}`}
            {...{ format, zone, bookmakers: loaderData.bookmakers, refused: actionData }}
            values={{ price, stake: null, bookmaker: loaderData.bookmaker, placedAt: new Date(now) }}
          />
          <button type="submit" className="button min-h-11 px-6 text-sm">
            {t('bets.add')}
          </button>
        </Form>
      ) : (
        <FindMatch {...loaderData} />
      )}
      <Link
        to={accountPath(i18n.language, 'bets')}
        className="inline-flex min-h-11 items-center self-start text-sm text-link hover:text-link-hover"
      >
        {t('bets')}
      </Link>
    </div>
  )
}

type LoaderData = Route.ComponentProps['loaderData']

/** The best prices of the market: each fills the form in. */
function Offers({
  offers,
  match,
  format,
}: Pick<LoaderData, 'offers'> & { match: { home: string; away: string }; format: PriceFormat }) {
  const { i18n } = useTranslation()
  const { t } = useTranslation('matches')
  const words = marketWords({ t, language: i18n.language }, match)
  return (
    <PriceFormatContext value={format}>
      <section className="flex w-full flex-col gap-1">
        <h3 className="text-sm text-body">{t('best-prices')}</h3>
        <ul className="own-prices grid auto-cols-fr grid-flow-col gap-2">
          {offers.map((offer) => (
            <li key={offer.outcome}>
              <Link to={newBetPath(i18n.language, offer.query)} className="price min-h-16">
                <em dir="auto">{words.columnName(offer.market, offer.outcome)}</em>
                <OfferedPrice price={offer.shown} />
                <small>
                  <BookmakerMark name={offer.bookmaker} />
                  <bdi>{offer.bookmaker}</bdi>
                </small>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </PriceFormatContext>
  )
}

function OfferedPrice({ price }: { price: ShownPrice }) {
  const odds = useOdds()
  return <b {...odds(price)} />
}

function Outcomes({
  choices,
  shown,
  match,
  typed,
}: Pick<LoaderData, 'choices' | 'shown'> & {
  match: { home: string; away: string }
  typed: string | undefined
}) {
  const { t, i18n } = useTranslation('betting')
  const matches = useTranslation('matches')
  const words = marketWords({ t: matches.t, language: i18n.language }, match)
  const titleOf = ({ market }: (typeof choices)[number]) =>
    [words.typeName(market), words.detailName(market), words.periodName(market)].filter(Boolean).join(' · ')
  return (
    <Labelled label={t('bets.outcome')} basis="md:basis-full">
      {(id) => (
        <select key={shown} id={id} name="outcome" required defaultValue={typed ?? shown} className={INPUT}>
          {[...Map.groupBy(choices, titleOf)].map(([title, group]) => (
            <optgroup key={title} label={title}>
              {group.map(({ value, market, outcome }) => (
                // The closed field shows only the option, so it names the market, too.
                <option key={value} value={value}>
                  {words.outcomeName(market, outcome)} · {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Labelled>
  )
}

/** A search for the match of a bet, by links. */
function FindMatch({ typed, found }: Pick<LoaderData, 'typed' | 'found'>) {
  const { t, i18n } = useTranslation('betting')
  return (
    <>
      <Form method="get" className="flex flex-wrap items-end gap-3">
        <Labelled label={t('bets.find')}>
          {(id) => (
            <input
              id={id}
              name="q"
              maxLength={100}
              defaultValue={typed}
              autoComplete="off"
              className={INPUT}
            />
          )}
        </Labelled>
        <button type="submit" className="button min-h-11 px-6 text-sm">
          {t('bets.search')}
        </button>
      </Form>
      {typed !== '' && found.length === 0 && <p className="text-sm text-body">{t('bets.not-found')}</p>}
      {found.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-card-line bg-card px-3">
          {found.map(({ id, home, away, startTime, country, league }) => (
            <li key={id} className="py-2 text-sm">
              <Link
                to={newBetPath(i18n.language, { match: id })}
                className="flex min-h-11 flex-col justify-center"
              >
                <span className="text-heading">
                  <Name>{`${home} – ${away}`}</Name>
                </span>
                <span className="text-xs text-muted">
                  <Competition country={country} league={league} /> ·{' '}
                  <Instant at={startTime} style="dateTime" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
