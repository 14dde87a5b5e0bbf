/** Distinguishable on light and dark backgrounds. */
const COLOURS = ['#2563eb', '#d97706', '#db2777', '#0d9488', '#8b5cf6', '#94a3b8']

export interface Bar {
  /** Describes the bar, with its numbers. */
  title: string
  /** One for each series, from the bottom up; those below zero downwards. */
  values: readonly number[]
}

const HEIGHT = 100
const WIDTH = 10

/**
 * Bars ordered by time, from left to right in every language. Rendered by the server; a table or a text next to it
 * gives the same data.
 */
export function BarChart({
  label,
  bars,
  className = 'h-48',
}: {
  label: string
  bars: readonly Bar[]
  className?: string
}) {
  const highest = Math.max(0, ...bars.map(({ values }) => sum(values.filter((it) => it > 0))))
  const lowest = Math.min(0, ...bars.map(({ values }) => sum(values.filter((it) => it < 0))))
  const scale = HEIGHT / (highest - lowest || 1)
  const zero = highest * scale
  const several = (bars[0]?.values.length ?? 0) > 1
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, bars.length) * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`block w-full ${className}`}
    >
      {bars.map(({ title, values }, index) => {
        let [top, bottom] = [zero, zero]
        return (
          <g key={title}>
            <title>{title}</title>
            <rect x={index * WIDTH} width={WIDTH} height={HEIGHT} fill="transparent" />
            {values.map((value, series) => {
              const height = Math.abs(value) * scale
              const y = value > 0 ? top - height : bottom
              if (value > 0) top = y
              else bottom += height
              return value !== 0 ? (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: a series is its place
                  key={series}
                  x={index * WIDTH + 1}
                  y={y}
                  width={WIDTH - 2}
                  height={height}
                  fill={several ? seriesColour(series, values.length) : 'var(--accent-text)'}
                />
              ) : null
            })}
          </g>
        )
      })}
    </svg>
  )
}

/**
 * The names of the series with their colours; `of` is the number of series of the chart, the last of which is the rest.
 */
export function Legend({ names, of }: { names: readonly string[]; of: number }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-body">
      {names.map((name, series) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a series is its place, and two may have one name
        <li key={series} className="flex min-w-0 items-center gap-1.5">
          <span
            aria-hidden="true"
            style={{ background: seriesColour(series, of) }}
            className="size-2.5 shrink-0 rounded-xs"
          />
          <bdi className="truncate">{name}</bdi>
        </li>
      ))}
    </ul>
  )
}

function seriesColour(series: number, of: number): string | undefined {
  return series === of - 1 ? COLOURS.at(-1) : COLOURS[series]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
