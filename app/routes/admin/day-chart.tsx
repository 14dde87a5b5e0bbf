import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { type DayKey, formatDate } from '#app/platform/time.ts'
import { type Bar, BarChart } from '#app/ui/admin/bar-chart.tsx'

interface DayChartProps {
  label: string
  from: DayKey
  to: DayKey
  /** The texts of the highest and the lowest value. */
  axis: readonly [string, string]
  /** One for each day of the range. */
  bars: readonly Bar[]
  className?: string
}

/** Bars of days with the ends of both axes. */
export function DayChart({ label, from, to, axis: [highest, lowest], bars, className }: DayChartProps) {
  const dayText = useDayText()
  return (
    <div dir="ltr" className="flex gap-2 text-xs text-muted tabular-nums">
      <span className="flex flex-col justify-between text-end">
        <span>{highest}</span>
        <span>{lowest}</span>
      </span>
      <div className="min-w-0 grow">
        <div className="border-y border-line">
          <BarChart label={label} bars={bars} {...(className && { className })} />
        </div>
        <div className="flex justify-between pt-1">
          <bdi>{dayText(from)}</bdi>
          <bdi>{dayText(to)}</bdi>
        </div>
      </div>
    </div>
  )
}

/** The text of a day, which is the same in every zone. */
export function useDayText(): (day: DayKey) => string {
  const { i18n } = useTranslation()
  return (day) => formatDate(new Date(`${day}T00:00:00Z`), 'date', i18n.language, 'UTC')
}
