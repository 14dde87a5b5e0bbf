import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { parsers } from './parsers.ts'

/** An embedded database in this thread; in memory without a folder. `load` is a dump of a data folder to begin with. */
export function createInstance({ folder, load }: { folder?: string; load?: Blob }): Promise<PGlite> {
  return PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    extensions: { pg_trgm },
    parsers: Object.fromEntries(parsers.map(({ oid, parse }) => [oid, parse])),
    ...(load ? { loadDataDir: load } : {}),
  })
}
