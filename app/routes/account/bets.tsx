import { data, Form, Link, redirect } from 'react-router'
import { field, readForm } from '#app/features/accounts/visit.server.ts'
import { changeBet, deleteBet } from '#app/features/noted-bets/commands.server.ts'
import { linkBets, listBets } from '#app/features/noted-bets/queries.server.ts'
import type { BetProblem, LinkedBet } from '#app/features/noted-bets/schema.ts'
import { type BetTotals, closingLineValue, profitOf, totalsOf } from '#app/features/noted-bets/totals.ts'
import { computed, PriceFormatContext, useOdds } from '#app/features/odds/components/odds.tsx'
import { marketWords } from '#app/features/odds/market-words.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { isId } from '#app/platform/ids.ts'
import { formatChange, formatCount, formatHundredths } from '#app/platform/numbers.ts'
import { accountPath, BETS_FILE, matchPath, newBetPath } from '#app/platform/paths.ts'
import { plainHead } from '#app/site/base/head.ts'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'
import { Name } from '#app/ui/name.tsx'
import { Instant } from '#app/ui/time.tsx'
import type { Route } from './+types/bets'
import { readBetForm, readTypedTerms } from './bet-form.server.ts'
import { BetProblemText, TermFields, useWrongField } from './bet-terms.tsx'
import { formatOf, openOwn } from './own.server.ts'
import { OwnTabs } from './own-tabs.tsx'

const ROWS_OF_PAGE = 50

export async function loader(args: Route.LoaderArgs) {
  const { services, lang, user } = await openOwn(args)
  const query = args.url.searchParams
  const [labels, settings, bets] = await Promise.all([
    getResources(services, lang),
    readSettings(services),
    listBets(services, user.id),
  ])
  const pages = Math.max(1, Math.ceil(bets.length / ROWS_OF_PAGE))
  const page = Math.min(pageOf(query), pages)
  return {
    title: labels.betting?.bets,
    ...{ format: formatOf(user), zone: settings.time_zone, page, pages },
    bets: await linkBets(services, bets.slice((page - 1) * ROWS_OF_PAGE, page * ROWS_OF_PAGE)),
    totals: totalsOf(bets),
    edited: query.get('edit'),
    isNoted: query.has('noted'),
  }
}

/** The page of the list that an address asks for, from 1; the list may have fewer. */
const pageOf = (query: URLSearchParams) =>
  Math.max(1, Number(/^\d{1,3}$/.exec(query.get('page') ?? '')?.[0] ?? 1))

/** The list at a page; with a bet, at the place of that bet. */
function listPath(lang: string, page: number, betId?: string): string {
  return `${accountPath(lang, 'bets')}${page > 1 ? `?page=${page}` : ''}${betId ? `#${betId}` : ''}`
}

export async function action(args: Route.ActionArgs) {
  const visit = await openOwn(args)
  const form = await readForm(visit)
  const { services, user, lang } = visit
  const betId = field(form, 'id', 40)
  const page = pageOf(args.url.searchParams)
  const { time_zone: zone } = await readSettings(services)
  const typed = readTypedTerms(form, zone)
  const refuse = (problem: BetProblem | 'missing') => data({ problem, typed, betId }, { status: 400 })
  if (!isId(betId)) return refuse('missing')
  if (field(form, 'intent', 10) === 'delete') {
    await deleteBet(services, { userId: user.id, betId })
    return redirect(listPath(lang, page), { status: 303 })
  }
  const terms = readBetForm(form, typed, lang)
  if (typeof terms === 'string') return refuse(terms)
  const isChanged = await changeBet(services, { userId: user.id, betId }, terms)
  if (!isChanged) return refuse('missing')
  // Another date takes it to another page.
  const at = (await listBets(services, user.id)).findIndex((bet) => bet.id === betId)
  return redirect(listPath(lang, Math.floor(at / ROWS_OF_PAGE) + 1, betId), { status: 303 })
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  return plainHead(loaderData?.title, root.loaderData)
}

export default function BetsPage({ loaderData, actionData, matches: [root] }: Route.ComponentProps) {
  const { t, i18n } = useTranslation('betting')
  const { bets, totals, page, pages, edited, zone } = loaderData
  const form = useWrongField(actionData)
  const list = accountPath(i18n.language, 'bets')
  const format = loaderData.format ?? root.loaderData?.priceFormat ?? 'decimal'
  return (
    <PriceFormatContext value={format}>
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-5">
        <h1 className="title">{t('bets')}</h1>
        <OwnTabs current="bets" />
        {actionData && (
          <Banner tone="error">
            <BetProblemText problem={actionData.problem} />
          </Banner>
        )}
        {loaderData.isNoted && !actionData && <PassingBanner>{t('bets.noted')}</PassingBanner>}
        <p className="text-sm text-body">{t('bets.about')}</p>
        <div className="flex flex-wrap gap-3">
          <Link to={newBetPath(i18n.language)} className="button min-h-11 px-6 text-sm">
            {t('bets.note')}
          </Link>
          {totals.bets > 0 && (
            <a href={BETS_FILE} download className="button-quiet min-h-11 px-4 text-sm">
              {t('bets.download')}
            </a>
          )}
        </div>
        {totals.bets > 0 ? (
          <>
            <Totals totals={totals} />
            <ul className="divide-y divide-line rounded-lg border border-card-line bg-card px-3">
              {bets.map((bet) => (
                <li key={bet.id} id={bet.id} className="flex flex-col gap-2 py-3 text-sm">
                  <Bet bet={bet} />
                  {bet.id === edited ? (
                    <Form
                      ref={form}
                      method="post"
                      className="flex flex-col gap-3 md:flex-row md:flex-wrap md:items-end"
                    >
                      <input type="hidden" name="id" value={bet.id} />
                      <TermFields
                        {...{ format, zone, refused: actionData?.betId === bet.id ? actionData : undefined }}
                        values={{ ...bet, placedAt: new Date(bet.placedAt) }}
                      />
                      <span className="flex flex-wrap gap-2">
                        <button type="submit" className="button min-h-11 px-6 text-sm">
                          {t('bets.save')}
                        </button>
                        <Link
                          to={listPath(i18n.language, page, bet.id)}
                          className="button-quiet min-h-11 px-4 text-sm"
                        >
                          {t('bets.cancel')}
                        </Link>
                        {/* Here, and not in the list: nothing brings a deleted bet back. */}
                        <button
                          type="submit"
                          name="intent"
                          value="delete"
                          formNoValidate
                          className="button-quiet min-h-11 px-4 text-sm text-danger"
                        >
                          {t('bets.delete')}
                        </button>
                      </span>
                    </Form>
                  ) : (
                    <Link
                      to={`${list}?edit=${bet.id}${page > 1 ? `&page=${page}` : ''}#${bet.id}`}
                      aria-label={t('bets.edit-of', { name: `${bet.home} – ${bet.away}` })}
                      className="button-quiet min-h-11 self-start px-4 text-sm"
                    >
                      {t('bets.edit')}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
            {pages > 1 && (
              <nav aria-label={t('bets.pages')} className="flex flex-wrap gap-2">
                {pagesAround(page, pages).map((to) => (
                  <Link
                    key={to}
                    to={listPath(i18n.language, to)}
                    aria-current={to === page ? 'page' : undefined}
                    className="button-quiet min-h-11 px-4 text-sm aria-[current]:font-semibold"
                  >
                    {formatCount(to, i18n.language)}
                  </Link>
                ))}
              </nav>
            )}
            <p className="text-xs text-muted">{t('bets.method')}</p>
          </>
        ) : (
          <p className="text-sm text-body">{t('bets.none')}</p>
        )}
      </div>
    </PriceFormatContext>
  )
}

/** The first and the last page, and those around the current one. */
function pagesAround(page: number, pages: number): number[] {
  const all = Array.from({ length: pages }, (_, n) => n + 1)
  return all.filter((n) => n === 1 || n === pages || Math.abs(n - page) <= 2)
}

function Totals({ totals }: { totals: BetTotals }) {
  const { t, i18n } = useTranslation('betting')
  const lang = i18n.language
  const { bets, settled, closed, closingValue, beaten, staked, profit } = totals
  const figures = [
    [t('bets.count'), formatCount(bets, lang)],
    [t('bets.settled'), formatCount(settled, lang)],
    [t('bets.clv-mean'), closingValue === null ? '–' : formatChange(closingValue, lang)],
    [t('bets.beaten'), closed === 0 ? '–' : `${formatCount(beaten, lang)} / ${formatCount(closed, lang)}`],
    [t('bets.staked'), formatHundredths(staked / 100, lang)],
    [t('bets.profit'), formatHundredths(profit / 100, lang)],
    [t('bets.yield'), staked === 0 ? '–' : formatChange(profit / staked, lang)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 rounded-lg border border-card-line bg-card p-4 text-sm md:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-col">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-semibold text-heading tabular-nums">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Bet({ bet }: { bet: LinkedBet }) {
  const { t, i18n } = useTranslation('betting')
  const matches = useTranslation('matches')
  const odds = useOdds()
  const lang = i18n.language
  const { market, outcome, price, stake, bookmaker, placedAt, closing, result, match } = bet
  const words = marketWords({ t: matches.t, language: lang }, bet)
  const [value, profit] = [closingLineValue(price, closing), profitOf(bet)]
  const name = <Name>{`${bet.home} – ${bet.away}`}</Name>
  const place = [words.typeName(market), words.detailName(market), words.periodName(market)].filter(Boolean)
  const facts = [
    [t('bets.price'), <bdi key="price" {...odds(computed(price))} />],
    [t('bets.closing-best'), closing && <bdi key="best" {...odds(computed(closing.best))} />],
    [t('bets.closing-fair'), closing?.fair ? <bdi key="fair" {...odds(computed(closing.fair))} /> : null],
    [t('bets.clv'), value === null ? null : <bdi key="clv">{formatChange(value, lang)}</bdi>],
    [t('bets.stake'), stake === null ? null : formatHundredths(stake / 100, lang)],
    [t('bets.result'), t(result === null ? 'bets.open' : `bets.result.${result}`)],
    [
      t('bets.profit'),
      profit === null ? null : <bdi key="profit">{formatHundredths(profit / 100, lang)}</bdi>,
    ],
  ] as const
  return (
    <>
      <p className="font-semibold text-heading">
        {match ? <a href={matchPath(lang, match)}>{name}</a> : name}{' '}
        <span className="text-xs font-normal whitespace-nowrap text-muted">
          <Instant at={new Date(bet.startTime).toISOString()} style="dateTime" />
        </span>
      </p>
      <p className="text-body">
        <bdi>{words.outcomeName(market, outcome)}</bdi> · <bdi>{place.join(' · ')}</bdi>
      </p>
      <p className="text-xs text-muted">
        {bookmaker && (
          <>
            <bdi>{bookmaker}</bdi> ·{' '}
          </>
        )}
        {t('bets.placed-at')} <Instant at={new Date(placedAt).toISOString()} style="dateTime" />
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 md:grid-cols-7">
        {facts.map(([label, fact]) => (
          // On small screens nothing empty takes room; on large ones the columns of all bets agree.
          <div key={label} className={fact === null ? 'hidden flex-col md:flex' : 'flex flex-col'}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-heading tabular-nums">{fact ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
