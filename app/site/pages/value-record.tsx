import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { MOST_PAGES_OF_ARCHIVE, readListPage } from '#app/features/movements/drops-query.ts'
import {
  listRecordedValues,
  type RecordedValue,
  readValueRecord,
  type ValueRecord,
} from '#app/features/movements/value.server.ts'
import { computed, useOdds } from '#app/features/odds/components/odds.tsx'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatChange, formatCount, formatPercent } from '#app/platform/numbers.ts'
import { matchPath, standalonePath, valueRecordPath } from '#app/platform/paths.ts'
import { getPageHead } from '../base/head.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { stayInList, withPages } from '../base/pages-of-list.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Empty } from '../parts/empty.tsx'
import { ListPages } from '../parts/list-head.tsx'
import { useMarketWords } from '../parts/market-words.ts'
import { Moment } from '../parts/moment.tsx'
import { Pairing } from '../parts/pairing.tsx'
import { Part } from '../parts/part.tsx'
import { Picked } from '../parts/picked.tsx'

const ROWS = 30
/** Below it, a mean says next to nothing. */
const FEW = 200

type Data = Awaited<ReturnType<typeof load>>

/** What became of the prices that were listed as value. */
async function load({ services, lang, url }: PageRequest) {
  const page = readListPage(url.searchParams, MOST_PAGES_OF_ARCHIVE)
  const [names, labels, records, listed] = await Promise.all([
    getLocalNames(services, lang),
    getResources(services, lang),
    readValueRecord(services),
    listRecordedValues(services, { page, size: ROWS }),
  ])
  stayInList(url, { page, last: listed.last })
  return {
    page,
    last: listed.last,
    records,
    rows: listed.rows.map((row) => ({ ...row, place: row.match && names.match(row.match) })),
    hasMore: listed.hasMore,
    head: withPages(
      await getPageHead(services, {
        ...{ language: lang, url, page: 'value-record', variables: {} },
        way: [
          { name: labels.betting?.value ?? 'value', path: standalonePath(lang, 'value') },
          { name: labels.betting?.['value.record'] ?? 'record', path: valueRecordPath(lang) },
        ],
      }),
      url,
      { page, hasMore: listed.hasMore && page < MOST_PAGES_OF_ARCHIVE },
    ),
  }
}

function View({ data: { page, last, records, rows, hasMore }, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation('betting')
  const settled = records.find(({ method }) => method === 'all')?.settled ?? 0
  return (
    <>
      <Crumbs
        crumbs={[{ label: t('value'), to: standalonePath(lang, 'value') }]}
        current={t('value.record')}
      />
      <header className="list-head">
        <h1 className="title">{t('value.record')}</h1>
        <p>{t('value.record-about')}</p>
      </header>
      {records.length === 0 ? (
        <Empty
          next={
            <a className="more" href={standalonePath(lang, 'value')}>
              {t('value')}
            </a>
          }
        >
          {t('value.record-none')}
        </Empty>
      ) : (
        <>
          <table className="records">
            <thead>
              <tr>
                <th scope="col" className="wide">
                  {t('value.reference')}
                </th>
                <th scope="col">{t('value.listed')}</th>
                <th scope="col">{t('value.closing')}</th>
                <th scope="col" className="from-tablet">
                  {t('value.beaten')}
                </th>
                <th scope="col">{t('value.returned')}</th>
              </tr>
            </thead>
            <tbody>
              {records.map((record) => (
                <RecordRow key={record.method} record={record} />
              ))}
            </tbody>
          </table>
          {settled < FEW && (
            <p className={settled === 0 ? undefined : 'warning'}>
              {settled === 0
                ? t('value.none-ended')
                : t('value.few', { settled: formatCount(settled, lang) })}
            </p>
          )}
          <p className="hint">{t('value.record-method')}</p>
          {rows.length > 0 && (
            <Part title={t('value.closed')}>
              <Rows rows={rows} />
              <ListPages
                page={page}
                hasMore={hasMore}
                most={MOST_PAGES_OF_ARCHIVE}
                last={last}
                hrefOf={(to) => valueRecordPath(lang) + (to > 1 ? `?page=${to}` : '')}
              />
            </Part>
          )}
        </>
      )}
    </>
  )
}

/** Each mean with the number of prices that it is made of. */
function RecordRow({ record }: { record: ValueRecord }) {
  const { t, i18n } = useTranslation('betting')
  const lang = i18n.language
  const { method, listed, closed, closingValue, beaten, settled, returned, error } = record
  return (
    <tr>
      <th scope="row" className="wide">
        {t(`value.from.${method}`)}
      </th>
      <td>{formatCount(listed, lang)}</td>
      <td>
        <b>
          <bdi>{closingValue === null ? '–' : formatChange(closingValue, lang)}</bdi>
        </b>
        {closed > 0 && <small>{t('value.of', { number: formatCount(closed, lang) })}</small>}
      </td>
      <td className="from-tablet">{closed === 0 ? '–' : formatPercent(beaten / closed, lang)}</td>
      <td>
        <b>
          <bdi>{returned === null ? '–' : formatChange(returned - 1, lang)}</bdi>
        </b>
        {settled > 0 && (
          <small>
            {error !== null && <bdi>± {formatPercent(error, lang)}</bdi>}{' '}
            {t('value.of', { number: formatCount(settled, lang) })}
          </small>
        )}
      </td>
    </tr>
  )
}

function Rows({ rows }: { rows: (RecordedValue & { place: RecordedValue['match'] })[] }) {
  const { t } = useTranslation(['betting', 'matches'])
  return (
    <table className="records">
      <thead>
        <tr>
          <th scope="col" className="wide">
            {t('drops.outcome', { ns: 'matches' })}
          </th>
          <th scope="col">{t('value.price')}</th>
          <th scope="col" className="from-tablet">
            {t('value.reference')}
          </th>
          <th scope="col">{t('value.closing-fair')}</th>
          <th scope="col">{t('leg.result')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <RecordedRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function RecordedRow({ row }: { row: RecordedValue & { place: RecordedValue['match'] } }) {
  const { t, i18n } = useTranslation(['betting', 'matches'])
  const odds = useOdds()
  const { place, market, outcome, bookmaker, net, fair, closingFair, listedAt, result } = row
  const words = useMarketWords(place ?? { home: '1', away: '2' })
  return (
    <tr>
      <th scope="row" className="wide">
        <Picked market={market} outcome={outcome} words={words} />
        <small>
          {place && (
            <>
              <a href={matchPath(i18n.language, place)}>
                <Pairing of={place} />
              </a>{' '}
              ·{' '}
            </>
          )}
          <bdi>{bookmaker}</bdi> · <Moment at={listedAt.toISOString()} style="dateTime" />
        </small>
      </th>
      <td>
        <b {...odds(computed(net))} />
      </td>
      <td className="from-tablet">
        <span {...odds(computed(fair))} />
      </td>
      <td>{closingFair === null ? '–' : <span {...odds(computed(closingFair))} />}</td>
      <td className={result === 'won' ? 'won' : undefined}>{result ? t(`choice.${result}`) : '–'}</td>
    </tr>
  )
}

export const valueRecord = definePage<Data>({
  load,
  headOf: ({ head }) => head,
  View,
  styles: ['odds'],
})
