import type { ReactNode } from 'react'
import { Form, redirect } from 'react-router'
import { field, readForm } from '#app/features/accounts/visit.server.ts'
import { readAudience } from '#app/features/audiences/queries.server.ts'
import { readWrittenMark, removeMark } from '#app/features/favourites/marks.server.ts'
import { type Mark, writeMark } from '#app/features/favourites/marks.ts'
import { readOwnPage } from '#app/features/favourites/own-page.server.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { PriceFormatContext } from '#app/features/odds/components/odds.tsx'
import { headlineAt } from '#app/features/odds/headline.ts'
import type { PriceFormat } from '#app/features/odds/prices.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import {
  type AlertPlace,
  accountPath,
  homePath,
  leaguePath,
  matchPath,
  newAlertPath,
  teamPath,
} from '#app/platform/paths.ts'
import { plainHead } from '#app/site/base/head.ts'
import { Competition } from '#app/site/parts/competition.tsx'
import { Price, SIGNS } from '#app/site/parts/price.tsx'
import { Team } from '#app/site/parts/team.tsx'
import { useNow } from '#app/ui/clock.tsx'
import { Crest } from '#app/ui/marks.tsx'
import { Name } from '#app/ui/name.tsx'
import { Section } from '#app/ui/section.tsx'
import { Instant } from '#app/ui/time.tsx'
import type { Route } from './+types/my-page'
import { formatOf, openOwn } from './own.server.ts'
import { OwnTabs } from './own-tabs.tsx'
import { useRenewal } from './use-renewal.ts'

export async function loader(args: Route.LoaderArgs) {
  const { services, lang, user } = await openOwn(args)
  const [page, labels, audience] = await Promise.all([
    readOwnPage(services, user.id, lang),
    getResources(services, lang),
    readAudience(services),
  ])
  return {
    ...page,
    title: labels.alerts?.['my-page'],
    format: formatOf(user),
    mayAlert: audience.alerts,
  }
}

/** Removes a favourite. */
export async function action(args: Route.ActionArgs) {
  const visit = await openOwn(args)
  const form = await readForm(visit)
  const mark = readWrittenMark(field(form, 'mark', 600))
  if (mark) await removeMark(visit.services, visit.user.id, mark)
  return redirect(accountPath(visit.lang, 'my-page'), { status: 303 })
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  return plainHead(loaderData?.title, root.loaderData)
}

export default function MyPage({ loaderData, matches: [root] }: Route.ComponentProps) {
  const { t, i18n } = useTranslation('alerts')
  useRenewal()
  const { next, changed, leagues, teams, matches, mayAlert } = loaderData
  const lang = i18n.language
  const format: PriceFormat = loaderData.format ?? root.loaderData?.priceFormat ?? 'decimal'
  const hasFavourites = leagues.length + teams.length + matches.length > 0
  const alertOf = (of: AlertPlace) => (mayAlert ? newAlertPath(lang, of) : null)
  return (
    <PriceFormatContext value={format}>
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-5">
        <h1 className="title">{t('my-page')}</h1>
        <OwnTabs current="my-page" />
        <Section title={t('next')}>
          {next.length > 0 ? (
            <ul className="divide-y divide-line rounded-lg border border-card-line bg-card px-3">
              {next.map((match) => (
                <NextMatch key={match.id} match={match} />
              ))}
            </ul>
          ) : (
            <p className="text-sm text-body">{t(hasFavourites ? 'next.none' : 'favourites.none')}</p>
          )}
          {!hasFavourites && (
            <a href={homePath(lang)} className="button min-h-11 self-start px-6 text-sm">
              {t('browse')}
            </a>
          )}
        </Section>
        {changed.length > 0 && (
          <Section title={t('changed')}>
            <ul className="divide-y divide-line rounded-lg border border-card-line bg-card px-3">
              {changed.map(({ match, startBefore }) => (
                <li key={match.id} className="py-2 text-sm">
                  <a
                    href={matchPath(lang, match)}
                    className="flex min-h-11 flex-col justify-center text-heading hover:text-link-hover"
                  >
                    <Name lines={2}>{`${match.home} – ${match.away}`}</Name>
                    <span className="text-xs text-muted">
                      <b>{t(startBefore === null ? 'state.cancelled' : 'state.moved')}</b> ·{' '}
                      {startBefore !== null && (
                        <>
                          <s>
                            <Instant at={startBefore} style="dateTime" />
                          </s>{' '}
                        </>
                      )}
                      <Instant at={match.startTime} style="dateTime" /> · <Competition {...match} />
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {hasFavourites && (
          <Section title={t('favourites')}>
            {mayAlert && (
              <a
                href={newAlertPath(lang, { favourites: '1' })}
                className="button-quiet min-h-11 self-start px-4 text-sm"
              >
                {t('alert-of', { name: t('of-favourites') })}
              </a>
            )}
            <Favourites title={t('leagues')}>
              {leagues.map((league) => (
                <Favourite
                  key={league.id}
                  mark={{ kind: 'league', leagueId: league.id }}
                  name={league.name}
                  note={`${league.country.name} · ${league.sport.name}`}
                  image={<Crest name={league.name} src={league.logoUrl} />}
                  href={leaguePath(lang, league.sport.slug, league.country.slug, league.slug)}
                  alert={alertOf({ league: league.id })}
                />
              ))}
            </Favourites>
            <Favourites title={t('teams')}>
              {teams.map((team) => (
                <Favourite
                  key={`${team.countryId} ${team.slug}`}
                  mark={{ kind: 'team', countryId: team.countryId, slug: team.slug }}
                  name={team.name}
                  note={`${team.country.name} · ${team.sport.name}`}
                  image={<Crest name={team.name} src={team.badgeUrl} />}
                  href={teamPath(lang, team.sport.slug, team.country.slug, team.slug)}
                  alert={alertOf({ country: team.countryId, team: team.slug })}
                />
              ))}
            </Favourites>
            <Favourites title={t('matches')}>
              {matches.map((match) => (
                <Favourite
                  key={match.id}
                  mark={{ kind: 'match', matchId: match.id }}
                  name={`${match.home} – ${match.away}`}
                  note={<Competition {...match} />}
                  image={
                    <>
                      <Crest name={match.home} src={match.homeBadge} />
                      <Crest name={match.away} src={match.awayBadge} />
                    </>
                  }
                  href={matchPath(lang, match)}
                  alert={match.status === 'scheduled' ? alertOf({ match: match.id }) : null}
                />
              ))}
            </Favourites>
          </Section>
        )}
      </div>
    </PriceFormatContext>
  )
}

/** A match with the best prices of its result. */
function NextMatch({ match }: { match: MatchSummary }) {
  const { t, i18n } = useTranslation('alerts')
  const matches = useTranslation('matches')
  const headline = headlineAt(match.headline, useNow())
  const outcomes = headline.withDraw ? (['home', 'draw', 'away'] as const) : (['home', 'away'] as const)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
      <a
        href={matchPath(i18n.language, match)}
        className="flex min-h-11 min-w-0 grow basis-60 flex-col justify-center gap-1 text-heading hover:text-link-hover"
      >
        <Team name={match.home} badge={match.homeBadge} score={undefined} />
        <Team name={match.away} badge={match.awayBadge} score={undefined} />
        <span className="text-xs text-muted">
          <Instant at={match.startTime} style="dateTime" /> · <Competition {...match} />
        </span>
      </a>
      {outcomes.some((outcome) => headline[outcome]) ? (
        <span className="own-prices grid w-full auto-cols-fr grid-flow-col gap-2 md:w-80">
          {outcomes.map((outcome) => (
            <Price
              key={outcome}
              label={matches.t(`outcome.${outcome}`)}
              sign={SIGNS[outcome]}
              price={headline[outcome]}
              href={null}
            />
          ))}
        </span>
      ) : (
        <span className="w-full text-xs text-muted md:w-72">{t('no-prices')}</span>
      )}
    </li>
  )
}

function Favourites({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-heading">{title}</h3>
      <ul className="divide-y divide-line rounded-lg border border-card-line bg-card px-3">{children}</ul>
    </section>
  )
}

interface FavouriteProps {
  mark: Mark
  name: string
  note: ReactNode
  image: ReactNode
  href: string
  /** Where an alert is made; null if none can be. */
  alert: string | null
}

function Favourite({ mark, name, note, image, href, alert }: FavouriteProps) {
  const { t } = useTranslation('alerts')
  const common = useTranslation('common')
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
      <span className="flex shrink-0 gap-1">{image}</span>
      <a
        href={href}
        className="flex min-h-11 min-w-0 grow basis-28 flex-col justify-center text-heading hover:text-link-hover"
      >
        <Name lines={2}>{name}</Name>
        <span className="text-xs text-muted">{note}</span>
      </a>
      <span className="ms-auto flex gap-3">
        {alert && (
          <a href={alert} className="button-quiet min-h-11 px-4">
            {common.t('alert')} <span className="sr-only">{name}</span>
          </a>
        )}
        <Form method="post">
          <input type="hidden" name="mark" value={writeMark(mark)} />
          <button type="submit" aria-label={t('remove', { name })} className="button-quiet min-h-11 px-4">
            <span aria-hidden="true">✕</span>
          </button>
        </Form>
      </span>
    </li>
  )
}
