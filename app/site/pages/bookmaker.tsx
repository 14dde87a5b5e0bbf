import { replace } from 'react-router'
import { bookmakerOutboundLink } from '#app/features/affiliates/outbound-link.ts'
import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { type BookmakerProfile, getBookmakerProfile } from '#app/features/bookmakers/queries.server.ts'
import { englishCountryName } from '#app/features/catalogue/countries.ts'
import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { listPromotions } from '#app/features/promotions/queries.server.ts'
import { findBookmaker, listBestMatches } from '#app/features/statistics/bookmakers.server.ts'
import { isOfferOf } from '#app/features/statistics/bookmakers.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount, formatList, formatPercent, withDecimalMark } from '#app/platform/numbers.ts'
import { bookmakerPath, standalonePath } from '#app/platform/paths.ts'
import { BookmakerMark } from '#app/ui/marks.tsx'
import { getPageHead } from '../base/head.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { notFound } from '../base/problem.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Empty } from '../parts/empty.tsx'
import { FigureList } from '../parts/figure-list.tsx'
import { FiguresTable } from '../parts/figures-table.tsx'
import { MatchGroups } from '../parts/match-groups.tsx'
import { HowLong, Moment } from '../parts/moment.tsx'
import { Part } from '../parts/part.tsx'
import { Promotions } from '../parts/promotions.tsx'
import { WayOutLink } from '../parts/way-out.tsx'

type Data = Awaited<ReturnType<typeof load>>

async function load({ services, lang, url, params }: PageRequest<'bookmaker'>) {
  const found = await findBookmaker(services, params.bookmaker)
  if (!found) throw notFound('bookmaker-not-found')
  // Temporary: a merged bookmaker can be split again.
  if (found.slug !== params.bookmaker) throw replace(bookmakerPath(lang, found.slug) + url.search)
  const [profile, names, menu, labels, matches, home, side, buttons] = await Promise.all([
    getBookmakerProfile(services, found.slug, lang),
    getLocalNames(services, lang),
    getSportsMenu(services),
    getResources(services, lang),
    listBestMatches(services, found.id),
    listPromotions(services, lang, 'home'),
    listPromotions(services, lang, 'side'),
    listAffiliateButtons(services, lang),
  ])
  const sports = new Map(menu.map((sport) => [sport.id, names.sport(sport).name]))
  const offers = new Map([...home, ...side].map((promotion) => [promotion.id, promotion]))
  const head = await getPageHead(services, {
    url,
    language: lang,
    page: 'bookmaker',
    variables: { bookmaker: found.name },
    way: [
      { name: labels.matches?.bookmakers ?? 'bookmakers', path: standalonePath(lang, 'bookmakers') },
      { name: found.name, path: bookmakerPath(lang, found.slug) },
    ],
  })
  return {
    ...found,
    profile,
    countries: (profile?.offeredIn ?? [])
      .map((code) => names.country({ code, name: englishCountryName(code) }).name)
      .sort(new Intl.Collator(lang).compare),
    bySport: found.bySport.flatMap(({ sportId, figures }) => {
      const name = sports.get(sportId)
      return name === undefined ? [] : [{ key: sportId, name, figures }]
    }),
    offers: [...offers.values()].filter((offer) => isOfferOf(offer, found)),
    matches: matches.map(names.match),
    buttons,
    head,
  }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation(['statistics', 'matches', 'promotions'])
  const {
    id,
    name,
    logoUrl,
    total,
    computedAt,
    bySport,
    byMarket,
    byWeek,
    offers,
    matches,
    buttons,
    profile,
    countries,
  } = data
  const way = bookmakerOutboundLink(buttons, id, { page: 'bookmaker', lang })
  const percent = (share: number | null) => (share === null ? '–' : formatPercent(share, lang))
  return (
    <>
      <Crumbs
        crumbs={[{ label: t('bookmakers', { ns: 'matches' }), to: standalonePath(lang, 'bookmakers') }]}
        current={name}
      />
      <header className="league-head">
        <BookmakerMark name={name} logoUrl={logoUrl} />
        <h1 className="title">
          <bdi>{name}</bdi>
        </h1>
      </header>
      {profile && <Facts {...profile} countries={countries} />}
      {way && <WayOutLink way={way} isWide />}
      {total && computedAt ? (
        <>
          <FigureList
            figures={[
              [t('payout', { ns: 'matches' }), percent(total.payout)],
              [t('figures.best'), percent(total.best)],
              [t('figures.events'), formatCount(total.events, lang)],
              [t('figures.markets'), formatCount(total.markets, lang)],
              [t('figures.changes'), formatCount(total.changes, lang)],
            ]}
          />
          <p className="hint">
            {withColon(t('figures.computed'), lang)} <HowLong at={computedAt.toISOString()} /> ·{' '}
            {t('figures.about')}
          </p>
          <div className="columns">
            <Part title={t('figures.by-sport')}>
              <FiguresTable title={t('figures.sport')} counted="events" rows={bySport} />
            </Part>
            <Part title={t('figures.by-market')}>
              <FiguresTable
                title={t('market')}
                counted="markets"
                rows={byMarket.map(({ type, figures }) => ({
                  ...{ key: type, figures },
                  name: t(`market.${type}`, { ns: 'matches' }),
                }))}
              />
            </Part>
          </div>
          <Part title={t('figures.by-week')}>
            <FiguresTable
              title={t('figures.week')}
              counted="daily-markets"
              rows={byWeek.map(({ week, figures }) => ({
                ...{ key: week.toISOString(), figures },
                name: <Moment at={new Date(week.getTime() + NOON_MS).toISOString()} style="date" />,
              }))}
            />
          </Part>
        </>
      ) : (
        <Empty>{t('figures.none')}</Empty>
      )}
      {profile?.review && (
        <Part title={t('bookmaker.review')}>
          <p className="review">{profile.review}</p>
        </Part>
      )}
      {offers.length > 0 && (
        <Part title={t('title', { ns: 'promotions' })}>
          <Promotions promotions={offers} />
        </Part>
      )}
      <Part title={t('figures.matches')}>
        {matches.length > 0 ? (
          <MatchGroups matches={matches} buttons={buttons} place="bookmaker" listed={null} />
        ) : (
          <Empty>{t('figures.no-matches')}</Empty>
        )}
      </Part>
    </>
  )
}

/** What an operator has entered about a bookmaker, in one line; nothing if that is nothing. */
function Facts({
  kind,
  commission,
  rating,
  licence,
  countries,
}: Pick<BookmakerProfile, 'kind' | 'commission' | 'rating' | 'licence'> & {
  /** The names of those where it is offered. */
  countries: readonly string[]
}) {
  const { t, i18n } = useTranslation('statistics')
  const facts = [
    rating !== null && t('bookmaker.rating', { rating: withDecimalMark(String(rating), i18n.language) }),
    kind === 'exchange' && t('bookmaker.exchange'),
    commission > 0 &&
      t('bookmaker.commission', {
        share: formatPercent(commission / 100, i18n.language, commission % 1 === 0 ? 0 : 1),
      }),
    licence && t('bookmaker.licence', { licence }),
    countries.length > 0 && t('bookmaker.countries', { countries: formatList(countries, i18n.language) }),
  ].filter(Boolean)
  return facts.length > 0 && <p className="hint">{facts.join(' · ')}</p>
}

/** The middle of a day is the same day in most zones. */
const NOON_MS = 12 * 3_600_000

export const bookmaker = definePage<Data, 'bookmaker'>({
  load,
  headOf: ({ head }) => head,
  View,
  styles: ['odds'],
})
