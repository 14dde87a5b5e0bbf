import type { AuditEntry } from '#app/platform/edit/schema.ts'

/** Why the history cannot put an entry back; texts: `history.why-not.*`. */
export type WhyNot = 'secret' | 'run' | 'session' | 'file' | 'language' | 'decision' | 'second-factor'

const BY_ENTITY: Readonly<Record<string, WhyNot>> = {
  api_keys: 'secret',
  postback_senders: 'secret',
  source_settings: 'secret',
  webhooks: 'secret',
  alert_settings: 'secret',
  runs: 'run',
  import_runs: 'run',
  mapping_runs: 'run',
  earning_imports: 'run',
  sessions: 'session',
  invitations: 'session',
  media: 'file',
  match_reviews: 'decision',
}

/** The reason that an operator is told beside an entry; null if there is nothing to put back, such as a new item. */
export function whyNot({ entity, action, before }: AuditEntry): WhyNot | null {
  if (entity === 'languages') return action === 'delete' ? 'language' : null
  if (entity === 'profiles') return before && 'two_factor_enabled' in before ? 'second-factor' : null
  if (entity === 'translations') return action === 'run' ? 'run' : null
  return BY_ENTITY[entity] ?? null
}
