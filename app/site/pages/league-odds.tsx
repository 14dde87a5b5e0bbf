import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { listDrops } from '#app/features/movements/drops.server.ts'
import { DROPS, dropsQuery } from '#app/features/movements/drops-query.ts'
import { LEAST_FALL } from '#app/features/movements/falls.ts'
import { readLeaguePayout } from '#app/features/statistics/league-payout.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, formatPercent } from '#app/platform/numbers.ts'
import { bookmakerPath, leaguePath, standalonePath } from '#app/platform/paths.ts'
import { findLeaguePart } from '../base/league-part.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { DropList } from '../parts/drop-row.tsx'
import { Empty } from '../parts/empty.tsx'
import { FigureList } from '../parts/figure-list.tsx'
import { FiguresTable } from '../parts/figures-table.tsx'
import { LeagueHead } from '../parts/league-head.tsx'
import { Part } from '../parts/part.tsx'

const MOVERS = 10
const BOOKMAKERS = 15

type Data = Awaited<ReturnType<typeof load>>

/** What moves in a league and what it pays: the largest falls of a day, and the payout of the result. */
async function load({ services, url, lang, params }: PageRequest<'sport' | 'country' | 'league'>) {
  const { names, place, head } = await findLeaguePart({ services, url, lang, params }, 'odds')
  const { id } = place.league
  const [listed, payout, buttons] = await Promise.all([
    listDrops(services, { ...DROPS, league: id }, null, { size: MOVERS }),
    readLeaguePayout(services, id),
    listAffiliateButtons(services, lang),
  ])
  const drops = listed.drops.map((drop) => ({ ...drop, match: names.match(drop.match) }))
  return { place, drops, payout, buttons, head }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation(['statistics', 'matches', 'common'])
  const { place, drops, payout, buttons } = data
  const { sport, country, league } = place
  const back = (
    <a className="more" href={leaguePath(lang, sport.slug, country.slug, league.slug)}>
      {t('matches')}
    </a>
  )
  const all = standalonePath(lang, 'dropping-odds') + dropsQuery({ ...DROPS, league: league.id })
  return (
    <>
      <LeagueHead place={place} part="odds">
        {t('odds.title', { league: league.name })}
      </LeagueHead>
      <Part title={t('odds.movers')}>
        {drops.length > 0 ? (
          <DropList drops={drops} buttons={buttons} />
        ) : (
          <Empty next={back}>
            {t('drops.none', { ns: 'matches', percent: formatPercent(LEAST_FALL, lang, 0) })}
          </Empty>
        )}
        <p>
          <a className="more" href={all}>
            {t('odds.all-movers')}
          </a>
        </p>
        <p className="hint">{t('drops.method', { ns: 'matches' })}</p>
      </Part>
      <Part title={t('odds.payout')}>
        {payout.best !== null && payout.average !== null ? (
          <>
            <FigureList
              figures={[
                [t('odds.payout-best'), formatPercent(payout.best, lang)],
                [t('odds.payout-average'), formatPercent(payout.average, lang)],
                [t('matches'), formatCount(payout.matches, lang)],
              ]}
            />
            <FiguresTable
              title={t('odds.bookmaker')}
              counted="markets"
              rows={payout.bookmakers.slice(0, BOOKMAKERS).map(({ id, name, slug, figures }) => ({
                key: id,
                name: <a href={bookmakerPath(lang, slug)}>{name}</a>,
                figures,
              }))}
            />
            <p className="hint">{t('odds.payout-about')}</p>
          </>
        ) : (
          <Empty next={back}>{t('odds.no-payout')}</Empty>
        )}
      </Part>
    </>
  )
}

export const leagueOdds = definePage<Data, 'sport' | 'country' | 'league'>({
  load,
  headOf: ({ head }) => head,
  View,
  styles: ['odds'],
})
