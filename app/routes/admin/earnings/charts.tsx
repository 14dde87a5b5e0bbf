import type { EarningReport } from '#app/features/earnings/report.server.ts'
import type { EarningQuery } from '#app/features/earnings/report.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount, formatMoney } from '#app/platform/numbers.ts'
import { Panel } from '#app/ui/admin/page.tsx'
import { DayChart, useDayText } from '../day-chart.tsx'

/** The clicks of each day, and what each day earned, a chart for each currency: amounts of different currencies are never added. */
export function Charts({ report, query }: { report: EarningReport; query: EarningQuery }) {
  const { t, i18n } = useTranslation('admin')
  const dayText = useDayText()
  const { days, total } = report
  if (total.clicks === 0 && total.sums.length === 0) return null
  const range = { from: query.from, to: query.to }
  const between = { from: dayText(query.from), to: dayText(query.to) }
  const most = Math.max(...days.map(({ clicks }) => clicks))
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Panel title={t('clicks.clicks')}>
        <DayChart
          {...range}
          label={t('clicks.chart', between)}
          axis={[formatCount(most, i18n.language), '0']}
          bars={days.map(({ day, clicks }) => ({
            title: `${withColon(dayText(day), i18n.language)} ${clicks}`,
            values: [clicks],
          }))}
        />
      </Panel>
      {total.sums.map(({ currency }) => {
        const amounts = days.map(({ sums }) => sums.find((it) => it.currency === currency)?.amount ?? '0')
        const values = amounts.map(Number)
        const money = (amount: string) => formatMoney(amount, currency, i18n.language)
        return (
          <Panel key={currency} title={t('earnings.earned-in', { currency })}>
            <DayChart
              {...range}
              label={t('earnings.chart', { currency, ...between })}
              axis={[money(String(Math.max(0, ...values))), money(String(Math.min(0, ...values)))]}
              bars={days.map(({ day }, at) => ({
                title: `${withColon(dayText(day), i18n.language)} ${money(amounts[at] ?? '0')}`,
                values: [values[at] ?? 0],
              }))}
            />
          </Panel>
        )
      })}
    </div>
  )
}
