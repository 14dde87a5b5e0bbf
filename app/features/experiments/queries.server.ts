import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { mentionsBarred } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { type RunningExperiment, readWayTexts } from './schema.ts'

interface Running extends Omit<RunningExperiment, 'text'> {
  texts: Record<string, string>
}

/** The running experiment; null if there is none. */
export function findRunning(services: Pick<Services, 'database' | 'memo'>): Promise<Running | null> {
  return services.memo.get('experiments', async () => {
    noteRead('experiments')
    const row = await services.database.kysely
      .selectFrom('experiments')
      .select(['id', 'number', 'share', 'kind', 'texts', 'colour', 'bookmaker_ids as first'])
      .where('started_at', 'is not', null)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    return (row as Running | undefined) ?? null
  })
}

/**
 * The running experiment as pages of a language carry it for the current audience; null if there is none, or they take no part. The bookmakers
 * of an order are compared with those of the page, so that none is named that the page does not show.
 */
export async function readExperiment(
  services: Services,
  language: string,
): Promise<RunningExperiment | null> {
  const [running, audience] = await Promise.all([findRunning(services), readAudience(services)])
  if (!running || !audience.links) return null
  const { texts, ...experiment } = running
  const text = texts[language] ?? null
  if (text === null && Object.keys(texts).length > 0) return null
  return text !== null && mentionsBarred(audience, text) ? null : { ...experiment, text }
}

/**
 * The adopted text of buttons that lead to bookmakers, as pages of a language show it to the current audience; null: their own.
 * @param stored the setting
 */
export async function readWayText(
  services: Pick<Services, 'database' | 'memo'>,
  language: string,
  stored: string | null,
): Promise<string | null> {
  const text = readWayTexts(stored)?.[language]
  return text === undefined || mentionsBarred(await readAudience(services), text) ? null : text
}
