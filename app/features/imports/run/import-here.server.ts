import type { Runner } from '#app/features/runs/carry-out.server.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { resolveOrigin } from '../read/open-body.server.ts'
import type { ImportSummary } from '../schema.ts'
import type { ImportRequest } from './import-request.ts'
import { runImport } from './run-import.server.ts'

/**
 * Imports a file or address that only this process knows, and waits for the end. Requests of visitors take precedence.
 * @throws RunError already_running, unknown_run
 */
export function importHere(
  { database, runner }: { database: Database; runner: Runner },
  request: ImportRequest,
): Promise<ImportSummary> {
  const { source, origin, options } = request
  const { bookmaker, requestedBy = null, runId } = options ?? {}
  return runner.run(
    {
      kind: source,
      subject: redactAddress(resolveOrigin(origin)),
      requestedBy,
      params: bookmaker === undefined ? {} : { bookmaker },
    },
    (run) =>
      database.precedence.work((giveWay) =>
        runImport(database.kysely, { ...request, options: { ...options, runId: run.id }, giveWay }),
      ),
    runId,
  )
}
