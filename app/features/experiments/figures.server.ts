import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import {
  type ExperimentOutcome,
  type Figures,
  VARIANTS,
  type Variant,
  type VariantFigures,
} from './schema.ts'

interface Counted {
  id: string
  outcome: ExperimentOutcome
  currency: string | null
  window_days: number
}

type Row = { variant: Variant } & VariantFigures

/**
 * The figures of an experiment now. A click is a unit once the days of its window are over, so that every click has had the same time
 * for its deposit and its earnings.
 */
export async function readFigures(db: Kysely<DB>, experiment: Counted, now: Date): Promise<Figures> {
  const { rows } = await (experiment.outcome === 'clicks'
    ? readVisitors(experiment)
    : readClicks(experiment, now)
  ).execute(db)
  const [a, b] = VARIANTS.map((variant): VariantFigures => {
    const row = rows.find((it) => it.variant === variant)
    const isOfAmounts = experiment.outcome === 'earnings'
    return {
      units: Number(row?.units ?? 0),
      successes: isOfAmounts ? null : Number(row?.successes ?? 0),
      sum: isOfAmounts ? Number(row?.sum ?? 0) : null,
      squares: isOfAmounts ? Number(row?.squares ?? 0) : null,
    }
  }) as [VariantFigures, VariantFigures]
  return { a, b }
}

/** Visitors, and those who clicked. A link that is opened again before the browser knows of its first click counts once. */
function readVisitors({ id }: Counted) {
  return sql<Row>`
    select v.variant, v.units, least(v.units, coalesce(c.successes, 0)) as successes from (
      select variant, sum(visitors) as units from experiment_visitors where experiment_id = ${id}::uuid group by variant
    ) v left join (
      select variant, count(distinct visitor_hash) as successes from clicks
      where experiment_id = ${id}::uuid and is_first group by variant
    ) c using (variant)`
}

function readClicks({ id, currency, window_days }: Counted, now: Date) {
  const window = sql`make_interval(days => ${window_days}::int)`
  const within = sql`e.click_id = c.click_id and e.happened_at <= c.clicked_at + ${window}`
  return sql<Row>`
    select variant, count(*) as units, count(*) filter (where deposited) as successes,
      sum(earned) as sum, sum(earned * earned) as squares
    from (
      select c.variant,
        exists (select 1 from earnings e where ${within} and e.kind = 'deposit') as deposited,
        coalesce((select sum(e.amount) from earnings e where ${within} and e.currency = ${currency}), 0) as earned
      from clicks c
      where c.experiment_id = ${id}::uuid and c.variant is not null and c.clicked_at <= ${now}::timestamptz - ${window}
    ) clicked group by variant`
}
