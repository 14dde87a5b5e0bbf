import { createContext } from 'react-router'
import type { Memo } from './cache/memo.server.ts'
import type { Database } from './db/connection.server.ts'
import type { Env } from './env.ts'
import type { JobSender } from './jobs.server.ts'
import type { Logger } from './log.ts'

/** The services of loaders and actions; created once per process by server/web.ts. */
export interface Services {
  database: Database
  memo: Memo
  env: Env
  log: Logger
  jobs: JobSender
}

export const servicesContext = createContext<Services>()
