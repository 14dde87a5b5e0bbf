import { createMemo } from '#app/platform/cache/memo.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { createJobSender } from '#app/platform/jobs.server.ts'
import { createLog } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'

/** The services of queries and commands, on a test's own database. */
export function createServices(database: Database): Services {
  const log = createLog('silent')
  return { database, memo: createMemo(), env: parseEnv({}), log, jobs: createJobSender(database, log) }
}
