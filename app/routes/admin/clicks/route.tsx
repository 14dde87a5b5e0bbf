import { Download } from 'lucide-react'
import { Form, Link } from 'react-router'
import {
  type ClickGroup,
  type ClickReport,
  reportClicks,
} from '#app/features/affiliates/click-report.server.ts'
import {
  type ClickQuery,
  GROUPINGS,
  type Grouping,
  lastDays,
  parseClickQuery,
  rangeProblem,
} from '#app/features/affiliates/click-report.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount, formatPercent } from '#app/platform/numbers.ts'
import { dayOf } from '#app/platform/time.ts'
import { Legend } from '#app/ui/admin/bar-chart.tsx'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { Reading } from '#app/ui/admin/rights.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { DayChart, useDayText } from '../day-chart.tsx'
import { nameGroups } from '../group-names.server.ts'
import { backOffice, reading } from '../guard.server.ts'
import { RangeNote } from '../range-note.tsx'
import { siteZone } from '../site-zone.server.ts'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'clicks.read')
  const zone = await reading(services, 'screen', siteZone(services))
  const today = dayOf(new Date(), zone)
  const query = parseClickQuery(url.searchParams, today)
  const report = await reading(services, 'screen', reportClicks(services, query, zone))
  const named = (groups: typeof report.groups) => nameGroups(services, actor.language, query.by, groups)
  report.groups = await reading(services, 'screen', named(report.groups))
  report.series = await reading(services, 'screen', named(report.series))
  return { query, report, zone, today, problem: rangeProblem(url.searchParams, query) }
}

const SPANS = [7, 30, 90] as const

const ignore = () => {}

export default function Clicks({
  loaderData: { query, report, zone, today, problem },
}: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const exported = `/admin/clicks/export?${new URLSearchParams({ from: query.from, to: query.to })}`
  return (
    <AdminPage
      title={t('menu.clicks')}
      description={t('clicks.description', { zone })}
      actions={
        <a href={exported} download className="button-quiet min-h-10 gap-2 px-4 text-sm">
          <Download aria-hidden="true" className="size-4" />
          {t('clicks.export')}
        </a>
      }
    >
      <Reading>
        <Form key={JSON.stringify(query)} className="flex flex-wrap items-end gap-3">
          <Field
            label={t('clicks.from')}
            name="from"
            type="date"
            defaultValue={query.from}
            onValue={ignore}
          />
          <Field label={t('clicks.to')} name="to" type="date" defaultValue={query.to} onValue={ignore} />
          <SelectField
            label={t('clicks.by')}
            name="by"
            defaultValue={query.by}
            options={GROUPINGS.map((by) => ({ value: by, text: t(`clicks.by.${by}`) }))}
            onValue={ignore}
          />
          <button type="submit" className="button min-h-10 px-4 text-sm">
            {t('clicks.show')}
          </button>
          <span className="flex flex-wrap gap-2">
            {SPANS.map((count) => (
              <Link
                key={count}
                to={`?${new URLSearchParams({ ...lastDays(count, today), by: query.by })}`}
                className="button-quiet min-h-10 px-3 text-sm"
              >
                {t('clicks.last-days', { count })}
              </Link>
            ))}
          </span>
        </Form>
      </Reading>
      <RangeNote problem={problem} />
      {report.total === 0 ? (
        <p className="rounded-lg border border-card-line bg-card p-6 text-center text-sm text-muted">
          {t('clicks.empty')}{' '}
          <Link to="/admin/affiliate-buttons" className="text-link underline">
            {t('menu.affiliate-buttons')}
          </Link>
        </p>
      ) : (
        <>
          <Chart report={report} query={query} />
          <Groups report={report} by={query.by} />
        </>
      )}
    </AdminPage>
  )
}

function Chart({ report, query }: { report: ClickReport; query: ClickQuery }) {
  const { t, i18n } = useTranslation('admin')
  const dayText = useDayText()
  const nameOf = useGroupName(query.by)
  const names = [...report.series.map(nameOf), t('clicks.others')]
  const shown = report.days.some(({ counts }) => (counts.at(-1) ?? 0) > 0) ? names : names.slice(0, -1)
  const highest = Math.max(...report.days.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)))
  return (
    <Panel
      title={t('clicks.total', {
        count: report.total,
        clicks: formatCount(report.total, i18n.language),
      })}
    >
      <DayChart
        label={t('clicks.chart', { from: dayText(query.from), to: dayText(query.to) })}
        from={query.from}
        to={query.to}
        axis={[formatCount(highest, i18n.language), '0']}
        bars={report.days.map(({ day, counts }) => ({
          title: `${withColon(dayText(day), i18n.language)} ${counts.reduce((sum, count) => sum + count, 0)}`,
          values: counts,
        }))}
      />
      {report.series.length > 0 && <Legend names={shown} of={names.length} />}
    </Panel>
  )
}

function Groups({ report, by }: { report: ClickReport; by: Grouping }) {
  const { t, i18n } = useTranslation('admin')
  const nameOf = useGroupName(by)
  const groups = by === 'day' ? report.groups.toReversed() : report.groups
  return (
    <>
      <AdminTable
        label={t('clicks.table')}
        columns={[
          { key: 'group', text: t(`clicks.by.${by}`), className: 'w-1/2' },
          { key: 'clicks', text: t('clicks.clicks') },
          { key: 'visitors', text: t('clicks.visitors') },
          { key: 'share', text: t('clicks.share') },
        ]}
      >
        {groups.map((group) => (
          <AdminRow key={group.key ?? ''} changed={false}>
            <td className={CELL}>
              <bdi>{nameOf(group)}</bdi>
            </td>
            <td className={`${CELL} tabular-nums`}>{formatCount(group.clicks, i18n.language)}</td>
            <td className={`${CELL} tabular-nums`}>{formatCount(group.visitors, i18n.language)}</td>
            <td className={`${CELL} tabular-nums`}>
              {formatPercent(group.clicks / report.total, i18n.language)}
            </td>
          </AdminRow>
        ))}
      </AdminTable>
      {report.more && <p className="text-sm text-muted">{t('clicks.more', { count: groups.length })}</p>}
    </>
  )
}

function useGroupName(by: Grouping): (group: ClickGroup) => string {
  const { t } = useTranslation('admin')
  const dayText = useDayText()
  return ({ key, label }) => {
    if (key === null) return t(`clicks.none.${by}`)
    return by === 'day' ? dayText(key) : (label ?? key)
  }
}
