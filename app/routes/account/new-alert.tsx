import type { ReactNode } from 'react'
import { useId } from 'react'
import { data, Form, Link, redirect } from 'react-router'
import { FieldMessageTexts, INPUT, messageAttributes } from '#app/features/accounts/components/field.tsx'
import { field, readForm } from '#app/features/accounts/visit.server.ts'
import { readAudience } from '#app/features/audiences/queries.server.ts'
import { countryOfRequest } from '#app/features/audiences/visitors.ts'
import { followMatch } from '#app/features/matches/queries.server.ts'
import { computed, PriceFormatContext, useOdds } from '#app/features/odds/components/odds.tsx'
import { findShownMarket, followQuery } from '#app/features/odds/market-address.ts'
import { listMarkets } from '#app/features/odds/market-queries.server.ts'
import type { MarketView } from '#app/features/odds/market-view.ts'
import { marketWords } from '#app/features/odds/market-words.ts'
import { definitionOf, isMarket, isMarketType, type Market, marketKey } from '#app/features/odds/markets.ts'
import { type PriceFormat, readPriceText } from '#app/features/odds/prices.ts'
import { FORMAT_PARAMETER, readFormat, type ShownPrice, shownNet } from '#app/features/odds/shown-price.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import {
  type AlertProblem,
  type AskedCondition,
  createAlert,
} from '#app/features/visitor-alerts/commands.server.ts'
import { readSubjectName } from '#app/features/visitor-alerts/queries.server.ts'
import { LONGEST_FALL, LONGEST_NOTICE_MINUTES, type Subject } from '#app/features/visitor-alerts/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { isId } from '#app/platform/ids.ts'
import { accountPath } from '#app/platform/paths.ts'
import { isTimeZone } from '#app/platform/time.ts'
import { plainHead } from '#app/site/base/head.ts'
import { Banner } from '#app/ui/banner.tsx'
import { useZone } from '#app/ui/clock.tsx'
import { Name } from '#app/ui/name.tsx'
import { Instant } from '#app/ui/time.tsx'
import type { Route } from './+types/new-alert'
import { formatOf, openOwn } from './own.server.ts'
import { OwnTabs } from './own-tabs.tsx'

/** The subject in an address; undefined if it names none. */
function readSubject(query: URLSearchParams): Subject | undefined {
  const [match, league, country] = ['match', 'league', 'country'].map((name) => query.get(name))
  const team = query.get('team')
  if (isId(match)) return { kind: 'match', matchId: match }
  if (isId(league)) return { kind: 'league', leagueId: league }
  if (isId(country) && team) return { kind: 'team', countryId: country, team: team.slice(0, 200) }
  return query.has('favourites') ? { kind: 'favourites' } : undefined
}

/** An outcome that can be watched, with its best price of the moment. */
interface Choice {
  value: string
  market: Market
  outcome: string
  best: ShownPrice | null
}

export async function loader(args: Route.LoaderArgs) {
  const { services, lang, user } = await openOwn(args)
  const query = args.url.searchParams
  const subject = readSubject(query)
  const [labels, audience] = await Promise.all([getResources(services, lang), readAudience(services)])
  const common = {
    title: labels.alerts?.new,
    format: readFormat(query.get(FORMAT_PARAMETER)) ?? formatOf(user),
    mayAlert: audience.alerts,
  }
  const none = { ...common, subject: null, name: null, match: null, choices: [], shown: '', hasPrice: false }
  if (!subject) return none
  if (subject.kind !== 'match') {
    const name = await readSubjectName(services, subject)
    return { ...none, subject: name === undefined ? null : subject, name: name ?? null }
  }
  const followed = await followMatch(services, subject.matchId)
  if (!followed) return none
  const { match, turned } = followed
  if (match.id !== subject.matchId) {
    const search = followQuery(query, turned)
    search.set('match', match.id)
    throw redirect(`${accountPath(lang, 'new-alert')}?${search}`)
  }
  const markets = await listMarkets(services, match.id)
  const shown = findShownMarket(markets, query, match.headline.withDraw)?.market
  const choices = choicesOf(markets, shown)
  const { id, home, away, startTime, status } = match
  const isOver = status !== 'scheduled' || new Date(startTime) <= new Date()
  return {
    ...common,
    subject: { kind: 'match' as const, matchId: id },
    name: null,
    match: { home, away, startTime, isOver, isCancelled: status === 'cancelled' },
    choices,
    shown: (shown && choices.find(({ market }) => marketKey(market) === marketKey(shown))?.value) ?? '',
    hasPrice: choices.some(({ best }) => best !== null),
  }
}

/** The outcomes of the main lines, and of the market that the visitor came from. */
function choicesOf(markets: readonly MarketView[], shown: MarketView | undefined): Choice[] {
  return markets
    .filter((market) => market.isMain || market.id === shown?.id)
    .flatMap(({ outcomes, best, type, period, line, participant }) =>
      outcomes.flatMap((outcome, index) => {
        const market = { type, period, line, participant }
        const one = best[index]
        // Of a long list, only what is priced.
        if (!one && definitionOf(type).isOpenList) return []
        const shown = one ? shownNet(one.net, one.price, null, index) : null
        return [{ value: JSON.stringify([market, index + 1]), market, outcome, best: shown }]
      }),
    )
}

/** `price`: the typed price is none. */
type Problem = AlertProblem | 'invalid' | 'price'

export async function action(args: Route.ActionArgs) {
  const visit = await openOwn(args)
  const form = await readForm(visit)
  const { services, user, lang, request } = visit
  const subject = readSubject(args.url.searchParams)
  const condition = readCondition(form)
  const zone = field(form, 'zone', 60)
  const settings = await readSettings(services)
  const problem: Problem | undefined =
    condition === 'price'
      ? condition
      : subject && condition
        ? await createAlert(services, {
            ...{
              userId: user.id,
              subject,
              condition,
              language: lang,
              timeZone: isTimeZone(zone) ? zone : settings.time_zone,
            },
            country: countryOfRequest(services.env, request),
          })
        : 'invalid'
  if (problem) return data({ problem, typed: field(form, 'price', 20) }, { status: 400 })
  return redirect(`${accountPath(lang, 'alerts')}?made`, { status: 303 })
}

function readCondition(form: FormData): AskedCondition | 'price' | undefined {
  const kind = field(form, 'kind', 20)
  const number = (name: string, most: number) => {
    const value = Number(field(form, name, 10) || Number.NaN)
    return Number.isInteger(value) && value >= 1 && value <= most ? value : undefined
  }
  if (kind === 'first_price') return { kind }
  if (kind === 'kick_off') {
    const minutes = number('minutes', LONGEST_NOTICE_MINUTES)
    return minutes === undefined ? undefined : { kind, minutes }
  }
  const watched = readOutcome(field(form, 'outcome'))
  if (!watched) return undefined
  if (kind === 'price') {
    const typed = field(form, 'price', 20)
    const format = readFormat(field(form, 'format', 20)) ?? 'decimal'
    const price = readPriceText(typed, typed.includes('/') ? 'fractional' : format)
    return price === null ? 'price' : { kind, ...watched, price }
  }
  const percent = number('percent', LONGEST_FALL)
  return kind === 'fall' && percent !== undefined ? { kind, ...watched, percent } : undefined
}

/** What the columns of an alert hold. */
const MOST_LINE = 10_000
const MOST_OUTCOMES = 1_000

function readOutcome(text: string): { market: Market; outcome: number } | undefined {
  try {
    const [market, outcome] = JSON.parse(text) as [Market, number]
    const { type, period, line, participant } = market
    if (!isMarketType(type) || !isMarket(market)) return undefined
    if (participant !== null && typeof participant !== 'string') return undefined
    if (line !== null && !(Math.abs(line) < MOST_LINE)) return undefined
    const { outcomes } = definitionOf(type)
    const most = outcomes === 'participants' ? MOST_OUTCOMES : outcomes.length
    if (!Number.isInteger(outcome) || outcome < 1 || outcome > most) return undefined
    return { market: { type, period, line, participant }, outcome }
  } catch {
    return undefined
  }
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  return plainHead(loaderData?.title, root.loaderData)
}

export default function NewAlert({ loaderData, actionData, matches: [root] }: Route.ComponentProps) {
  const { t, i18n } = useTranslation('alerts')
  const { subject, match, mayAlert, choices, hasPrice } = loaderData
  const problem = actionData?.problem
  const name = match ? `${match.home} – ${match.away}` : (loaderData.name ?? t('of-favourites'))
  const isPossible = subject !== null && mayAlert && !match?.isOver
  const format = loaderData.format ?? root.loaderData?.priceFormat ?? 'decimal'
  return (
    <PriceFormatContext value={format}>
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-5">
        <h1 className="title">{t('new')}</h1>
        <OwnTabs current="new-alert" />
        {problem && problem !== 'price' && (
          <Banner tone="error">
            <ProblemText problem={problem} />
          </Banner>
        )}
        {!mayAlert && <Banner tone="notice">{t('forbidden')}</Banner>}
        {subject === null && <Banner tone="notice">{t('new.missing')}</Banner>}
        {match?.isOver && (
          <Banner tone="notice">{t(match.isCancelled ? 'state.cancelled' : 'new.over')}</Banner>
        )}
        {subject !== null && (
          <div>
            <h2 className="text-base font-semibold text-heading">
              <Name>{name}</Name>
            </h2>
            {match && (
              <p className="text-sm text-muted">
                <Instant at={match.startTime} style="dateTime" />
              </p>
            )}
          </div>
        )}
        {isPossible && (
          <>
            {match && choices.length > 0 && (
              <PriceForms
                {...loaderData}
                {...{ match, format }}
                refused={problem === 'price' ? actionData?.typed : undefined}
              />
            )}
            {subject.kind !== 'favourites' && !hasPrice && (
              <Card title={t('new.first')} kind="first_price">
                {null}
              </Card>
            )}
            <Card title={t('new.kick-off')} kind="kick_off">
              <Labelled label={t('new.minutes')}>
                {(id) => (
                  <input
                    id={id}
                    name="minutes"
                    type="number"
                    min={1}
                    max={LONGEST_NOTICE_MINUTES}
                    required
                    defaultValue={15}
                    className={INPUT}
                  />
                )}
              </Labelled>
            </Card>
          </>
        )}
        <Link
          to={accountPath(i18n.language, 'alerts')}
          className="inline-flex min-h-11 items-center self-start text-sm text-link hover:text-link-hover"
        >
          {t('mail.manage')}
        </Link>
      </div>
    </PriceFormatContext>
  )
}

function ProblemText({ problem }: { problem: Exclude<Problem, 'price'> }) {
  const { t } = useTranslation('alerts')
  if (problem === 'forbidden') return t('forbidden')
  if (problem === 'missing') return t('new.missing')
  if (problem === 'over') return t('new.over')
  return t(`problem.${problem}`)
}

/** The example of a price, 2.50 in millionths. */
const EXAMPLE = 2_500_000

type PriceFormsProps = Pick<Route.ComponentProps['loaderData'], 'choices' | 'shown'> & {
  match: { home: string; away: string }
}

function PriceForms({
  choices,
  shown,
  match,
  format,
  refused,
}: PriceFormsProps & { format: PriceFormat; refused: string | undefined }) {
  const { t } = useTranslation(['alerts', 'common'])
  const example = useOdds()(computed(EXAMPLE)).children
  const problem =
    refused === undefined ? undefined : t('problem.price', { example: `\u2068${example}\u2069` })
  const priced = choices.filter(({ best }) => best !== null)
  return (
    <>
      <Card title={t('new.price')} kind="price">
        <Outcomes choices={choices} shown={shown} match={match} />
        <input type="hidden" name="format" value={format} />
        <Labelled label={t('new.at-least', { format: t(`price-format.${format}`, { ns: 'common' }) })}>
          {(id) => (
            <>
              <input
                id={id}
                name="price"
                inputMode={format === 'decimal' ? 'decimal' : 'text'}
                required
                maxLength={12}
                autoComplete="off"
                dir="ltr"
                defaultValue={refused}
                className={`${INPUT} aria-invalid:border-danger`}
                {...messageAttributes(id, { problem })}
              />
              <FieldMessageTexts id={id} problem={problem} />
            </>
          )}
        </Labelled>
      </Card>
      {priced.length > 0 && (
        <Card title={t('new.fall')} kind="fall">
          <Outcomes choices={priced} shown={shown} match={match} />
          <Labelled label={t('new.percent')}>
            {(id) => (
              <input
                id={id}
                name="percent"
                type="number"
                min={1}
                max={LONGEST_FALL}
                required
                defaultValue={10}
                className={INPUT}
              />
            )}
          </Labelled>
        </Card>
      )}
    </>
  )
}

/** A form of one kind of alert. */
function Card({ title, kind, children }: { title: string; kind: string; children: ReactNode }) {
  const { t } = useTranslation('alerts')
  return (
    <Form
      method="post"
      className="flex flex-col gap-3 rounded-lg border border-card-line bg-card p-4 md:flex-row md:flex-wrap md:items-end"
    >
      <h3 className="w-full text-sm font-semibold text-heading">{title}</h3>
      <input type="hidden" name="kind" value={kind} />
      {/* The first alert sets the zone of the messages. Without scripts it is that of the site. */}
      <input type="hidden" name="zone" value={useZone()} />
      {children}
      <button type="submit" className="button min-h-11 px-6 text-sm">
        {t('new.add')}
      </button>
    </Form>
  )
}

function Outcomes({ choices, shown, match }: PriceFormsProps) {
  const { t, i18n } = useTranslation('alerts')
  const matches = useTranslation('matches')
  const odds = useOdds()
  const words = marketWords({ t: matches.t, language: i18n.language }, match)
  const titleOf = ({ market }: Choice) =>
    [words.typeName(market), words.detailName(market), words.periodName(market)].filter(Boolean).join(' · ')
  return (
    <Labelled label={t('new.outcome')}>
      {(id) => (
        <select id={id} name="outcome" defaultValue={shown} className={INPUT}>
          {[...Map.groupBy(choices, titleOf)].map(([title, group]) => (
            <optgroup key={title} label={title}>
              {group.map(({ value, market, outcome, best }) => {
                const name = words.outcomeName(market, outcome)
                const price = best === null ? null : odds(best).children
                return (
                  <option key={value} value={value}>
                    {price === null ? name : t('new.best', { outcome: name, price })}
                  </option>
                )
              })}
            </optgroup>
          ))}
        </select>
      )}
    </Labelled>
  )
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1 md:grow md:basis-48">
      <label htmlFor={id} className="text-sm text-body">
        {label}
      </label>
      {children(id)}
    </div>
  )
}
