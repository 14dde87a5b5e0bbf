import { z } from 'zod'
import { isTimeZone } from '#app/platform/time.ts'
import { readSports } from '../credits/sport-keys.ts'
import { isCronLine } from './cron.ts'

/** A week, in minutes. */
const LONGEST_MINUTES = 10_080
/** Two weeks, in hours. */
const LONGEST_HORIZON = 336
const MOST_CREDITS = 10_000_000

const marketKeys = z
  .string()
  .trim()
  .max(2_000, 'problem.too-long')
  .regex(/^(\w+(\s*,\s*\w+)*)?$/, 'problem.sports')
  .transform((text) => readSports(text).join(', '))
  .optional()

/** The fields of a schedule that an editor can change. The messages are keys of the texts of the back office. */
export const scheduleChange = z.object({
  /** For a new schedule: the feed that it runs. */
  source: z.string().trim().max(100, 'problem.too-long').optional(),
  name: z.string().trim().max(100, 'problem.too-long').optional(),
  every_minutes: z
    .number('problem.minutes')
    .int('problem.minutes')
    .min(1, 'problem.minutes')
    .max(LONGEST_MINUTES, 'problem.minutes')
    .nullable(),
  cron: z.string().trim().max(200, 'problem.cron').refine(isCronLine, 'problem.cron').nullable(),
  time_zone: z.string().trim().refine(isTimeZone, 'problem.time-zone'),
  counted_minutes: z
    .number('problem.minutes')
    .int('problem.minutes')
    .min(1, 'problem.minutes')
    .max(LONGEST_MINUTES, 'problem.minutes')
    .nullable(),
  in_play: z.boolean(),
  sports: z
    .string()
    .trim()
    .max(2_000, 'problem.too-long')
    .regex(/^([\w-]+( [\w-]+)*(\s*,\s*[\w-]+( [\w-]+)*)*)?$/, 'problem.sports')
    .transform((text) => readSports(text).join(', ')),
  markets: marketKeys,
  event_markets: marketKeys,
  horizon_hours: z
    .number('problem.hours')
    .int('problem.hours')
    .min(1, 'problem.hours')
    .max(LONGEST_HORIZON, 'problem.hours')
    .nullable()
    .optional(),
  credits_a_day: z
    .number('problem.credits')
    .int('problem.credits')
    .min(1, 'problem.credits')
    .max(MOST_CREDITS, 'problem.credits')
    .nullable()
    .optional(),
  is_active: z.boolean(),
})
