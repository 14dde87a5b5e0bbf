/** Sends the messages of webhooks once, in a process of its own that a test can kill. */
import { runWebhooks } from '#app/features/webhooks/deliver.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { createServices } from './services.ts'

const database = await openDatabase({ url: process.env.DATABASE_URL ?? '' })
await runWebhooks({ ...createServices(database), env: parseEnv(process.env) })
await database.close()
