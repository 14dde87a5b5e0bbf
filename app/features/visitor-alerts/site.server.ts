import { createMemo } from '#app/platform/cache/memo.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { PushOptions } from './push.server.ts'

/** Where alerts are worked off: the worker, or a test with its own clock and push service. */
export interface VisitorAlertSite extends Omit<Services, 'memo' | 'jobs'> {
  clock?: () => Date
  push?: PushOptions
  /** How long a message is its sender's, in milliseconds. */
  leaseMs?: number
}

/** Services for one run: what is read is remembered until its end. */
export function servicesOf({ database, env, log }: VisitorAlertSite): Omit<Services, 'jobs'> {
  return { database, env, log, memo: createMemo() }
}

export function timeOf({ clock }: VisitorAlertSite): Date {
  return clock?.() ?? new Date()
}
