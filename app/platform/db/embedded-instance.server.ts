import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { parsers } from './parsers.ts'

/**
 * PostgreSQL's default of 128 MB is a third of a small site's memory; other pages are in the operating system's file
 * cache.
 */
const SHARED_BUFFERS = '16MB'

/** An embedded database in this thread; in memory without a folder. `load` is a dump of a data folder to start from. */
export function createInstance({ folder, load }: { folder?: string; load?: Blob }): Promise<PGlite> {
  return PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    parsers: Object.fromEntries(parsers.map(({ oid, parse }) => [oid, parse])),
    ...(load ? { loadDataDir: load } : {}),
  })
}
