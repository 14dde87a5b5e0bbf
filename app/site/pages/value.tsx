import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { MOST_PAGES_OF_VALUE, MOST_VALUES, readListPage } from '#app/features/movements/drops-query.ts'
import { listValues } from '#app/features/movements/value.server.ts'
import { HIGHEST_VALUE, LEAST_OTHERS, LEAST_VALUE } from '#app/features/movements/value.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { standalonePath, valueRecordPath } from '#app/platform/paths.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { stayInList, withPages } from '../base/pages-of-list.ts'
import { getStandaloneHead } from '../base/standalone-head.server.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Empty } from '../parts/empty.tsx'
import { ListPages } from '../parts/list-head.tsx'
import { SportChips } from '../parts/sport-chips.tsx'
import { ValueRow } from '../parts/value-row.tsx'

type Data = Awaited<ReturnType<typeof load>>

/** Prices above a reference. */
async function load({ services, lang, url }: PageRequest) {
  const [names, menu] = await Promise.all([getLocalNames(services, lang), getSportsMenu(services)])
  const page = readListPage(url.searchParams, MOST_PAGES_OF_VALUE)
  const asked = menu.find(({ slug }) => slug === url.searchParams.get('sport')) ?? null
  const [{ values, hasMore, last, sports, isCut }, buttons, head] = await Promise.all([
    listValues(services, { sportId: asked?.id ?? null, page }),
    listAffiliateButtons(services, lang),
    getStandaloneHead(services, { language: lang, url, page: 'value' }),
  ])
  stayInList(url, { page, last })
  return {
    page,
    sport: asked?.slug ?? null,
    values: values.map((one) => ({ ...one, match: names.match(one.match) })),
    hasMore,
    last,
    isCut,
    sports: menu.filter(({ id }) => sports.has(id) || id === asked?.id).map((sport) => names.sport(sport)),
    buttons,
    head: withPages(head, url, { page, hasMore: hasMore && page < MOST_PAGES_OF_VALUE }),
  }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation(['betting', 'matches', 'common'])
  const { page, sport, values, hasMore, last, isCut, sports, buttons } = data
  const percent = (share: number) => formatPercent(share, lang, 0)
  const hrefOf = (asked: { sport?: string | null; page?: number }) => {
    const query = new URLSearchParams()
    if (asked.sport) query.set('sport', asked.sport)
    if (asked.page && asked.page > 1) query.set('page', String(asked.page))
    return standalonePath(lang, 'value') + (query.size === 0 ? '' : `?${query}`)
  }
  const starts = values.map(({ match }) => Date.parse(match.startTime))
  return (
    <>
      <Crumbs crumbs={[]} current={t('value')} />
      <header
        className="list-head"
        data-turns={starts.length > 0 ? Math.ceil(Math.min(...starts) / 1_000) : undefined}
      >
        <h1 className="title">{t('value')}</h1>
        <p>{t('value.about', { least: percent(LEAST_VALUE) })}</p>
      </header>
      <SportChips sports={sports} current={sport} hrefOf={(slug) => hrefOf({ sport: slug })} withAll />
      {values.length > 0 ? (
        <section className="drops value match-card" aria-label={t('value')}>
          <header>
            <span>{t('value.above')}</span>
            <span>{t('drops.outcome', { ns: 'matches' })}</span>
            <span className="from">{t('value.reference')}</span>
            <span className="now">{t('drops.now', { ns: 'matches' })}</span>
            <span className="ways">{buttons.length > 0 && t('advertising', { ns: 'common' })}</span>
          </header>
          <ul>
            {values.map((one) => (
              <ValueRow key={`${one.board.market.id} ${one.finding.outcome}`} value={one} buttons={buttons} />
            ))}
          </ul>
        </section>
      ) : (
        <Empty
          next={
            <a className="more" href={sport ? hrefOf({}) : valueRecordPath(lang)}>
              {sport ? t('sports.all', { ns: 'matches' }) : t('value.record')}
            </a>
          }
        >
          {t('value.none', { least: percent(LEAST_VALUE) })}
        </Empty>
      )}
      {isCut && !hasMore && <p className="hint">{t('value.cut', { most: MOST_VALUES })}</p>}
      <ListPages
        page={page}
        hasMore={hasMore}
        most={MOST_PAGES_OF_VALUE}
        last={last}
        hrefOf={(to) => hrefOf({ sport, page: to })}
      />
      {(values.length > 0 || sport) && (
        <p>
          <a className="more" href={valueRecordPath(lang)}>
            {t('value.record')}
          </a>
        </p>
      )}
      <p className="hint">
        {t('value.method', {
          least: percent(LEAST_VALUE),
          others: LEAST_OTHERS,
          highest: percent(HIGHEST_VALUE),
        })}{' '}
        {t('sure-bets.disclaimer', { ns: 'matches' })}
      </p>
    </>
  )
}

export const value = definePage<Data>({ load, headOf: ({ head }) => head, View, styles: ['odds'] })
