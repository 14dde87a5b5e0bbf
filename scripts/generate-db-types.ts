/** Writes app/platform/db/types.ts from a freshly migrated database. A test compares the file with the migrations. */
import { writeFileSync } from 'node:fs'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { readTypes, TYPES } from './database-types.ts'

const database = await openDatabase({ dataDir: 'memory' })
await migrate(database)
writeFileSync(TYPES, await readTypes(database.kysely))
await database.close()
