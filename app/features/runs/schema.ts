/** The statuses of a run and its possible errors, for every kind of run. */

/** Waits for its job, is running, stops after its current batch. */
export const UNDER_WAY = ['queued', 'running', 'cancelling'] as const
export type RunStatus = (typeof UNDER_WAY)[number] | 'cancelled' | 'failed' | 'done'

/** How a run ends; `queued` waits for the next process. */
export interface RunEnd {
  status: 'queued' | 'cancelled' | 'failed' | 'done'
  /** The error that ended it early. */
  error?: { code: RunErrorCode | 'unexpected'; message: string } | null
  /** The result, where its kind has its own codes. */
  outcome?: object | null
}

/** Why an item of a tool was not stored or not found. A closed list, with a text each: `import.reason.<code>`. */
const TOOL_REASONS = [
  'invalid_id',
  'missing_name',
  'invalid_score',
  'not_an_item',
  'not_storable',
  'request_failed',
  'no_mapping',
  'no_mappings_at_all',
  'no_events',
  'no_scores',
  'not_updated',
] as const
export type ToolReason = (typeof TOOL_REASONS)[number]

/** Why a run ended without finishing. Texts: `feeds.error.<code>`. */
export const RUN_ERRORS = [
  'not_found',
  'address_refused',
  'unreachable',
  'timed_out',
  'too_large',
  'too_many_redirects',
  /** The source refuses the request: the key, the quota, or the request itself. */
  'http_status',
  /** The source answers 500 or more. */
  'source_fault',
  /** The source answers that there is nothing under the address: most often a league or sport that it does not know. */
  'unknown_address',
  'empty_body',
  'not_json',
  'cut_short',
  'malformed_body',
  /** The body is the feed's error message. */
  'error_answer',
  /** JSON, but of no known shape. */
  'unexpected_body',
  'already_running',
  'unknown_run',
  /** The run was taken over by another process. */
  'taken_over',
  /** The feed lists no items. */
  'no_items',
  /** The feed has no match of the requested sport. */
  'no_matches',
  /** No league with the requested id is stored. */
  'unknown_league',
  /** The daily credits, or the source's remaining credits, do not suffice for a request. */
  'credits_used_up',
  /** The credits that were allowed for this run do not suffice for its next request. */
  'budget_spent',
  /** The source has no address or key. */
  'not_configured',
  /** Its key of the environment is not sent to its address, which the environment has to set, too. */
  'unset_address',
  /** The database did not return the data that a tool starts with. */
  'mappings_unavailable',
  'matches_unavailable',
  /** The database rejected the removal. */
  'removal_failed',
] as const
export type RunErrorCode = (typeof RUN_ERRORS)[number]

/** An expected failure of a run; the message is English for the log, `code` identifies the translated text. */
export class RunError extends Error {
  override name = 'RunError'
  readonly code: RunErrorCode
  constructor(code: RunErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
