import { z } from 'zod'
import { parseHex } from '../theme/colour.ts'
import { unitsForMeans, unitsForShares } from './statistics.ts'

export const VARIANTS = ['a', 'b'] as const
export type Variant = (typeof VARIANTS)[number]

/** What variant B changes: the text and colour of buttons, or the order of bookmakers in comparisons. */
export const EXPERIMENT_KINDS = ['button', 'order'] as const

/**
 * What decides: visitors who clicked, clicks with a first deposit, or the earnings of clicks. The units are visitors, else
 * clicks.
 */
export const OUTCOMES = ['clicks', 'deposits', 'earnings'] as const
export type ExperimentOutcome = (typeof OUTCOMES)[number]

export const ALPHAS = [0.1, 0.05, 0.01] as const
export const POWERS = [0.8, 0.9, 0.95] as const
/** An experiment that needs more takes longer than anybody waits. */
const MOST_UNITS = 5_000_000
const MOST_FIRST = 10
const TEXT_MAX = 60
/** The variable of a button's text. */
export const BOOKMAKER_VARIABLE = '{bookmaker}'

/** Texts by language code; empty ones are left out. */
const texts = z
  .record(z.string().regex(/^[a-z]{2,3}$/), z.string().trim().max(TEXT_MAX, 'problem.too-long'))
  .transform((written) => Object.fromEntries(Object.entries(written).filter(([, text]) => text !== '')))

/** The adopted texts of buttons by language, as they are stored; null if they are none. */
export function readWayTexts(json: string | null): Record<string, string> | null {
  if (json === null) return null
  try {
    return texts.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/** As a setting; the order of the languages makes no difference. */
export const writeWayTexts = (written: Record<string, string>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(written).sort(([a], [b]) => (a < b ? -1 : 1))))

const amount = (problem: string) => z.number({ error: problem }).positive(problem)

/** A new experiment, as an operator enters it. The messages are keys of the texts of the back office. */
export const experimentRequest = z
  .object({
    name: z.string().trim().min(1, 'problem.required').max(100, 'problem.too-long'),
    kind: z.enum(EXPERIMENT_KINDS),
    texts,
    colour: z
      .string()
      .nullable()
      .transform((text) => text?.trim() || null)
      .refine((text) => text === null || parseHex(text) !== null, 'problem.colour')
      .transform(parseHex),
    bookmaker_ids: z.array(z.uuid()).max(MOST_FIRST, 'experiments.problem.many'),
    share: z
      .int('experiments.problem.share')
      .min(1, 'experiments.problem.share')
      .max(100, 'experiments.problem.share'),
    outcome: z.enum(OUTCOMES),
    baseline: amount('experiments.problem.baseline'),
    deviation: amount('experiments.problem.deviation').nullable(),
    currency: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{3}$/, 'experiments.problem.currency')
      .nullable(),
    effect: amount('experiments.problem.effect').max(10, 'experiments.problem.effect'),
    alpha: z.number().refine((it) => ALPHAS.some((one) => one === it), 'problem.required'),
    power: z.number().refine((it) => POWERS.some((one) => one === it), 'problem.required'),
    window_days: z
      .int('experiments.problem.window')
      .min(0, 'experiments.problem.window')
      .max(90, 'experiments.problem.window'),
  })
  .transform((asked) => ({
    ...asked,
    // What the chosen kind and outcome do not have.
    ...(asked.kind === 'order' ? { texts: {}, colour: null } : { bookmaker_ids: [] }),
    ...(asked.outcome === 'earnings' ? {} : { deviation: null, currency: null }),
    ...(asked.outcome === 'clicks' ? { window_days: 0 } : {}),
  }))
  .superRefine((asked, { addIssue }) => {
    const refuse = (column: string, message: string) =>
      addIssue({ code: 'custom', path: [column], message, input: asked })
    if (asked.kind === 'button' && Object.keys(asked.texts).length === 0 && asked.colour === null)
      refuse('texts', 'experiments.problem.nothing')
    if (asked.kind === 'order' && asked.bookmaker_ids.length === 0)
      refuse('bookmaker_ids', 'experiments.problem.nobody')
    if (new Set(asked.bookmaker_ids).size < asked.bookmaker_ids.length)
      refuse('bookmaker_ids', 'experiments.problem.twice')
    if (asked.outcome === 'earnings') {
      if (asked.deviation === null) refuse('deviation', 'experiments.problem.deviation')
      if (asked.currency === null) refuse('currency', 'experiments.problem.currency')
    }
    if (neededUnits(asked) === null) refuse('baseline', 'experiments.problem.units')
  })

export type ExperimentRequest = z.output<typeof experimentRequest>

/**
 * The settings of the site by which everybody sees variant B.
 * @param adopted the stored texts; those of languages without variant B stay
 */
export function settingsOf(
  {
    kind,
    texts: written,
    colour,
    bookmaker_ids,
  }: Pick<ExperimentRequest, 'texts' | 'colour' | 'bookmaker_ids'> & { kind: string },
  adopted: string | null,
): Record<string, string> {
  if (kind === 'order') return { first_bookmakers: bookmaker_ids.join(' ') }
  return {
    ...(Object.keys(written).length > 0 && {
      way_texts: writeWayTexts({ ...readWayTexts(adopted), ...written }),
    }),
    ...(colour && { way_colour: colour }),
  }
}

type Rule = Pick<ExperimentRequest, 'outcome' | 'baseline' | 'effect' | 'deviation' | 'alpha' | 'power'>

/**
 * The stopping rule: the visitors or clicks of each variant after which an experiment decides. Null if no such number exists: a figure
 * is not positive, with the effect a share would be above 1, or the number is too large.
 */
export function neededUnits({ outcome, baseline, effect, deviation, alpha, power }: Rule): number | null {
  if (!(baseline > 0 && effect > 0)) return null
  if (outcome === 'earnings' && !(deviation !== null && deviation > 0)) return null
  const raised = baseline * (1 + effect)
  if (outcome !== 'earnings' && !(raised <= 1)) return null
  const units =
    outcome === 'earnings'
      ? unitsForMeans(raised - baseline, deviation ?? Number.NaN, { alpha, power })
      : unitsForShares(baseline, raised, { alpha, power })
  return units >= 1 && units <= MOST_UNITS ? units : null
}

/** The figures of a variant. */
export interface VariantFigures {
  /** Visitors, else clicks. */
  units: number
  /** Visitors who clicked, or clicks with a deposit; null where amounts decide. */
  successes: number | null
  /** The earnings of the clicks, and the sum of their squares; null where shares decide. */
  sum: number | null
  squares: number | null
}

export type Figures = Record<Variant, VariantFigures>

/** The figures at the end; without a comparison if one of the variants has no units. */
export interface ExperimentResult extends Figures {
  difference: number | null
  low: number | null
  high: number | null
  p: number | null
}

export type Decision = Variant | 'none' | 'stopped'

/** What a page carries of the running experiment. */
export interface RunningExperiment {
  id: string
  number: number
  share: number
  kind: (typeof EXPERIMENT_KINDS)[number]
  /** The text of variant B in the page's language; null if it does not change the text. */
  text: string | null
  colour: string | null
  /** The bookmakers that come first, in their order. */
  first: readonly string[]
}
