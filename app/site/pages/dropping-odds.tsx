import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { listDrops } from '#app/features/movements/drops.server.ts'
import {
  DROP_BOOKS,
  DROP_MARKETS,
  DROP_WINDOWS,
  DROPS,
  type DropsQuery,
  dropsQuery,
  MOST_PAGES,
  readDropsQuery,
} from '#app/features/movements/drops-query.ts'
import { LEAST_FALL } from '#app/features/movements/falls.ts'
import { findLeagueName } from '#app/features/read-api/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatDuration, formatPercent } from '#app/platform/numbers.ts'
import { standalonePath } from '#app/platform/paths.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { stayInList, withPages } from '../base/pages-of-list.ts'
import { getStandaloneHead } from '../base/standalone-head.server.ts'
import { DropList } from '../parts/drop-row.tsx'
import { Empty } from '../parts/empty.tsx'
import { ListHead, ListPages } from '../parts/list-head.tsx'
import { SportChips } from '../parts/sport-chips.tsx'
import { Strip } from '../parts/strip.tsx'

const STEPS = { phone: 200, desktop: 200 }

type Data = Awaited<ReturnType<typeof load>>

async function load({ services, lang, url }: PageRequest) {
  const [names, menu] = await Promise.all([getLocalNames(services, lang), getSportsMenu(services)])
  const query = readDropsQuery(url.searchParams)
  const asked = menu.find(({ slug }) => slug === query.sport) ?? null
  const league = query.league === null ? null : await findLeagueName(services, query.league)
  const [listed, buttons, head] = await Promise.all([
    listDrops(services, query, asked?.id ?? null),
    listAffiliateButtons(services, lang),
    getStandaloneHead(services, { language: lang, url, page: 'dropping-odds' }),
  ])
  stayInList(url, { page: query.page, last: listed.last })
  const { drops, madeAt, until, hasMore, sports, types } = listed
  return {
    query,
    league,
    drops: drops.map((drop) => ({ ...drop, match: names.match(drop.match) })),
    madeAt,
    until,
    hasMore,
    last: listed.last,
    // The chosen values are always shown, even if they have no rows.
    sports: menu.filter(({ id }) => sports.has(id) || id === asked?.id).map((sport) => names.sport(sport)),
    types: DROP_MARKETS.filter((type) => types.has(type) || type === query.market),
    buttons,
    head: withPages(head, url, { page: query.page, hasMore: hasMore && query.page < MOST_PAGES }),
  }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation('matches')
  const { query, league, drops, madeAt, until, hasMore, last, sports, buttons } = data
  const path = standalonePath(lang, 'dropping-odds')
  const hrefOf = (change: Partial<DropsQuery>) => path + dropsQuery({ ...query, page: 1, ...change })
  return (
    <>
      <ListHead
        title={t('drops')}
        about={t('drops.about')}
        {...{ madeAt, until }}
        matches={drops.map(({ match }) => match)}
      />
      <div className="list-bar">
        <nav aria-label={t('drops.since')} className="tabs tab-bar">
          {DROP_WINDOWS.map((since) => (
            <a
              key={since}
              href={hrefOf({ since })}
              data-swap
              aria-current={since === query.since ? 'page' : undefined}
            >
              {since === 'opening' ? t('drops.opening') : formatDuration(Number(since) * HOUR_MS, lang)}
            </a>
          ))}
        </nav>
        <nav aria-label={t('drops.books')} className="market-switch">
          <span>{t('drops.books')}</span>
          {DROP_BOOKS.map((books) => (
            <a
              key={books}
              href={hrefOf({ books })}
              data-swap
              aria-current={books === query.books ? 'true' : undefined}
            >
              {books}
            </a>
          ))}
        </nav>
      </div>
      {league === null ? (
        <SportChips sports={sports} current={query.sport} hrefOf={(sport) => hrefOf({ sport })} withAll />
      ) : (
        <p className="hint">
          <b>
            <bdi>{league}</bdi>
          </b>{' '}
          · <a href={hrefOf({ league: null })}>{t('drops.leagues-all')}</a>
        </p>
      )}
      <MarketChips data={data} hrefOf={(market) => hrefOf({ market })} />
      {drops.length > 0 ? (
        <DropList drops={drops} buttons={buttons} />
      ) : (
        <NoDrops query={query} path={path} hrefOf={hrefOf} />
      )}
      <ListPages page={query.page} hasMore={hasMore} last={last} hrefOf={(page) => hrefOf({ page })} />
      <p className="hint">{t('drops.method')}</p>
    </>
  )
}

function MarketChips({
  data: { query, types },
  hrefOf,
}: {
  data: Data
  hrefOf: (market: DropsQuery['market']) => string
}) {
  const { t } = useTranslation('matches')
  if (types.length < 2 && query.market === null) return null
  return (
    <nav aria-label={t('markets')}>
      <Strip title={t('markets')} steps={STEPS} count={types.length + 1} className="chips">
        {[null, ...types].map((type) => (
          <li key={type}>
            <a
              href={hrefOf(type)}
              data-swap
              aria-current={type === query.market ? 'true' : undefined}
              className="chip"
            >
              {type === null ? t('drops.markets-all') : t(`market.${type}`)}
            </a>
          </li>
        ))}
      </Strip>
    </nav>
  )
}

/** An empty list: what was not found, and a link to the nearest list that may have rows. */
function NoDrops(props: {
  query: DropsQuery
  path: string
  hrefOf: (change: Partial<DropsQuery>) => string
}) {
  const { query, path, hrefOf } = props
  const { t, i18n } = useTranslation('matches')
  const isFiltered =
    query.sport !== null || query.league !== null || query.market !== null || query.books !== DROPS.books
  return (
    <Empty
      next={
        isFiltered ? (
          <a className="more" href={path + dropsQuery({ ...DROPS, since: query.since })}>
            {t('drops.unfiltered')}
          </a>
        ) : (
          query.since !== 'opening' && (
            <a className="more" href={hrefOf({ since: 'opening' })}>
              {t('drops.opening')}
            </a>
          )
        )
      }
    >
      {t('drops.none', { percent: formatPercent(LEAST_FALL, i18n.language, 0) })}
    </Empty>
  )
}

export const droppingOdds = definePage<Data>({
  load,
  headOf: ({ head }) => head,
  View,
  styles: ['odds'],
})
