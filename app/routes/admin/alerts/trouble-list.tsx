import { Form } from 'react-router'
import {
  TROUBLE_ORDERS,
  TROUBLE_STATES,
  TROUBLES_A_PAGE,
  type TroublesFilter,
} from '#app/features/alerts/list.ts'
import { TROUBLE_KINDS, type Trouble } from '#app/features/alerts/schema.ts'
import { subjectText, whyText } from '#app/features/alerts/texts.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { Pages } from '#app/ui/admin/pages.tsx'
import { Reading } from '#app/ui/admin/rights.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { Instant } from '#app/ui/time.tsx'
import { StateMark } from '../sources/state.tsx'

interface Props {
  troubles: readonly Trouble[]
  total: number
  filter: TroublesFilter
}

const ignore = () => {}

/** The troubles of the site, with a filter and pages. */
export function TroubleList({ troubles, total, filter }: Props) {
  const { t, i18n } = useTranslation('admin')
  const { search, state, kind, sort } = filter
  const isFiltered = search !== '' || state !== 'all' || kind !== null
  const to = (page: number) =>
    `?${new URLSearchParams({ q: search, state, kind: kind ?? '', sort, page: String(page) })}`
  if (total === 0 && !isFiltered) return <p className="text-sm text-muted">{t('alerts.none')}</p>
  return (
    <>
      <Filter filter={filter} />
      <p className="text-sm text-muted tabular-nums">
        {t('alerts.count', { count: total, number: formatCount(total, i18n.language) })}
      </p>
      {troubles.length > 0 && <Rows troubles={troubles} />}
      <Pages page={filter.page} pages={Math.ceil(total / TROUBLES_A_PAGE)} to={to} />
    </>
  )
}

function Filter({ filter }: Pick<Props, 'filter'>) {
  const { t } = useTranslation('admin')
  return (
    <Reading>
      <Form key={JSON.stringify(filter)} role="search" className="flex flex-wrap items-end gap-3">
        <Field
          label={t('alerts.search')}
          name="q"
          type="search"
          defaultValue={filter.search}
          onValue={ignore}
        />
        <SelectField
          label={t('people.show')}
          name="state"
          defaultValue={filter.state}
          options={TROUBLE_STATES.map((value) => ({ value, text: t(`alerts.show.${value}`) }))}
          onValue={ignore}
        />
        <SelectField
          label={t('column.status')}
          name="kind"
          defaultValue={filter.kind ?? ''}
          options={[
            { value: '', text: t('history.all') },
            ...TROUBLE_KINDS.map((value) => ({ value, text: t(`sources.state.${value}`) })),
          ]}
          onValue={ignore}
        />
        <SelectField
          label={t('people.sort')}
          name="sort"
          defaultValue={filter.sort}
          options={TROUBLE_ORDERS.map((value) => ({ value, text: t(`alerts.sort.${value}`) }))}
          onValue={ignore}
        />
        <button type="submit" className="button min-h-10 px-4 text-sm">
          {t('history.filter')}
        </button>
      </Form>
    </Reading>
  )
}

function Rows({ troubles }: Pick<Props, 'troubles'>) {
  const { t, i18n } = useTranslation('admin')
  const texts = { t: t as never, language: i18n.language }
  return (
    <AdminTable
      label={t('alerts.troubles')}
      columns={[
        { key: 'source', text: t('schedules.source') },
        { key: 'state', text: t('column.status') },
        { key: 'what', text: t('alerts.what') },
        { key: 'since', text: t('alerts.since') },
        { key: 'until', text: t('alerts.until') },
      ]}
    >
      {troubles.map((trouble) => (
        <AdminRow key={trouble.id} changed={false}>
          <td className={CELL}>{subjectText(texts, trouble)}</td>
          <td className={CELL}>
            <StateMark state={trouble.kind} />
          </td>
          <td className={CELL}>{whyText(texts, trouble)}</td>
          <td className={CELL}>
            <Instant at={trouble.openedAt} style="dateTime" />
          </td>
          <td className={CELL}>
            {trouble.closedAt ? <Instant at={trouble.closedAt} style="dateTime" /> : t('alerts.open')}
          </td>
        </AdminRow>
      ))}
    </AdminTable>
  )
}
