import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { link, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import type { Command } from './command.ts'

/**
 * A whole site in one file, which can be restored into either kind of database: gzip of one JSON value per line. The
 * first line has the format, then each table has a line with its columns and lines with its rows, every value as
 * PostgreSQL's text; the last line has the number of rows. Queued jobs (the schema of pg-boss) are not included.
 */

const FORMAT = 'overround-export'
const ROWS_AT_ONCE = 1_000
/** The size of a statement's rows, in characters. */
const LONGEST_BATCH = 4_000_000
/** Of a line, in bytes: a file that is no export can be one line without end. An export writes none that is longer. */
const LONGEST_LINE = 64 * 1024 * 1024
const LINE_FEED = 0x0a

const head = z.object({ format: z.literal(FORMAT), version: z.literal(1), migration: z.string() })
const tableLine = z.object({ table: z.string(), columns: z.array(z.string()) })
const row = z.array(z.string().nullable())
const endLine = z.object({ end: z.literal(true), rows: z.int() })
type Row = z.infer<typeof row>
interface Line {
  /** From 1. */
  number: number
  value: unknown
}

class TransferError extends Error {}

const NO_EXPORT = 'This is not an export of Overround.'
const noLine = (number: number) => `Line ${number} is not a line of an export.`

/** Between two batches, and before a commit. */
function refuseStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new TransferError('The command was stopped.')
}

interface Table {
  name: string
  /** Stored columns, without generated ones. */
  columns: { name: string; type: string }[]
}

/** `export <file>`: writes everything as of one instant. */
export const exportCommand: Command = async (database, args, io, signal) => {
  const [file, ...rest] = args
  // A file of such a name is meant as an option.
  if (!file || file.startsWith('-') || rest.length > 0) {
    io.err('Usage: npm run overround -- export <file>\n')
    return 2
  }
  const target = path.resolve(io.cwd, file)
  // A process that is killed leaves a file of another name, which no one takes for a backup.
  const unfinished = `${target}.${randomUUID()}.part`
  try {
    refuseExisting(target)
    const counted = { rows: 0 }
    await database.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((transaction) =>
        pipeline(
          Readable.from(linesOf(transaction, counted, signal)),
          createGzip(),
          // It contains the passwords' hashes, so only its owner can read it.
          createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
        ),
      )
    refuseStopped(signal)
    await giveName(unfinished, target)
    io.out(`${counted.rows} rows are in ${target}\n`)
    io.err('Uploaded images are files of their own: copy data/media, or the bucket, as well.\n')
    return 0
  } catch (error) {
    await rm(unfinished, { force: true })
    io.err(`Nothing was exported: ${(error as Error).message}\n`)
    return 1
  }
}

/** Names a complete file. Unlike a renamed one, a link never replaces a file that was made meanwhile. */
async function giveName(unfinished: string, target: string): Promise<void> {
  const failed = await link(unfinished, target).catch((error: NodeJS.ErrnoException) => error)
  if (!failed) return rm(unfinished)
  if (!WITHOUT_LINKS.has(failed.code ?? '')) throw failed
  refuseExisting(target)
  await rename(unfinished, target)
}

/** What file systems without links answer. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** A file is never overwritten. */
function refuseExisting(file: string): void {
  if (existsSync(file)) throw new TransferError(`EEXIST: file already exists, ${file}`)
}

async function* linesOf(
  transaction: Transaction<DB>,
  counted: { rows: number },
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: FORMAT, version: 1, migration: await lastMigration(transaction) })}\n`
  for (const table of await readTables(transaction)) {
    const columns = table.columns.map(({ name }) => name)
    yield `${JSON.stringify({ table: table.name, columns })}\n`
    const values = sql.join(columns.map((name) => sql`${sql.ref(name)}::text`))
    await sql`declare exported no scroll cursor for
      select to_jsonb(array[${values}])::text as line from ${sql.table(table.name)}`.execute(transaction)
    for (;;) {
      refuseStopped(signal)
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from exported`.execute(
        transaction,
      )
      counted.rows += rows.length
      // A character of a string has at most three bytes.
      if (rows.some(({ line }) => line.length * 3 > LONGEST_LINE && Buffer.byteLength(line) > LONGEST_LINE))
        throw new TransferError(`A row of ${table.name} is longer than ${LONGEST_LINE} bytes.`)
      if (rows.length > 0) yield rows.map(({ line }) => `${line}\n`).join('')
      if (rows.length < ROWS_AT_ONCE) break
    }
    await sql`close exported`.execute(transaction)
  }
  yield `${JSON.stringify({ end: true, rows: counted.rows })}\n`
}

/** `restore <file> [--replace]`: replaces everything with an export, or changes nothing. */
export const restoreCommand: Command = async (database, args, io, signal) => {
  const files = args.filter((argument) => argument !== '--replace')
  const [file] = files
  if (!file || file.startsWith('-') || files.length > 1) {
    io.err('Usage: npm run overround -- restore <file> [--replace]\n')
    return 2
  }
  try {
    const rows = await database.kysely.transaction().execute(async (transaction) => {
      if (!args.includes('--replace') && (await hasContent(transaction)))
        throw new TransferError('The database has content. --replace puts the export in its place.')
      const restored = await replaceAll(transaction, path.resolve(io.cwd, file), signal)
      refuseStopped(signal)
      return restored
    })
    io.out(`${rows} rows were restored. Restart the site.\n`)
    return 0
  } catch (error) {
    io.err(`Nothing was restored: ${(error as Error).message}\n`)
    return 1
  }
}

async function hasContent(transaction: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql`select 1 from matches union all select 1 from profiles limit 1`.execute(
    transaction,
  )
  return rows.length > 0
}

async function* readLines(file: string): AsyncGenerator<Line> {
  let number = 0
  for await (const bytes of splitLines(file)) {
    number += 1
    yield { number, value: parseLine(bytes, number) }
  }
}

function parseLine(bytes: Buffer, number: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw number === 1 ? new TransferError(NO_EXPORT) : new TransferError(noLine(number))
  }
}

/** @throws TransferError for a line that is too long, of which no more is kept */
async function* splitLines(file: string): AsyncGenerator<Buffer> {
  // The reader of the lines gets the errors of the file, too: one without a listener ends the process, which can be the site.
  const unpacked = connect(createReadStream(file), createGunzip(), () => {})
  let parts: Buffer[] = []
  let length = 0
  const add = (part: Buffer) => {
    length += part.length
    if (length > LONGEST_LINE)
      throw new TransferError(`A line of the file is longer than ${LONGEST_LINE} bytes.`)
    parts.push(part)
  }
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end))
      yield Buffer.concat(parts)
      parts = []
      length = 0
      start = end + 1
    }
    if (start < chunk.length) add(chunk.subarray(start))
  }
  if (length > 0) yield Buffer.concat(parts)
}

async function replaceAll(transaction: Transaction<DB>, file: string, signal: AbortSignal): Promise<number> {
  const site = { tables: await readTables(transaction), migration: await lastMigration(transaction) }
  // It is read twice, which a pipe cannot be.
  if (!(await stat(file)).isFile()) throw new TransferError(`${file} is not a file.`)
  // The whole file is checked before the site waits for its tables.
  for await (const _ of readExport(file, site)) refuseStopped(signal)
  const references = await dropReferences(transaction)
  for (const { name } of site.tables) {
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(transaction)
    await sql`truncate ${sql.table(name)}`.execute(transaction)
  }
  const rows = await insertAll(transaction, readExport(file, site), signal)
  for (const { name } of site.tables) {
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(transaction)
    await advanceSequences(transaction, name)
  }
  for (const statement of references) await sql.raw(statement).execute(transaction)
  // Every process clears its caches.
  await sql`select pg_notify('overround_changes', '*')`.execute(transaction)
  return rows
}

interface StoredRow {
  table: Table
  values: Row
}

/**
 * The rows of an export, which has every table of the site once, with all of its columns, and then its end.
 * @throws TransferError for a file that is anything else
 */
async function* readExport(
  file: string,
  { tables, migration }: { tables: readonly Table[]; migration: string },
): AsyncGenerator<StoredRow> {
  const missing = new Map(tables.map((table) => [table.name, table]))
  let table: Table | undefined
  let rows = 0
  let isBegun = false
  let isOver = false
  for await (const { number, value } of readLines(file)) {
    if (number === 1) {
      checkHead(value, migration)
      isBegun = true
      continue
    }
    if (isOver) throw new TransferError(`Line ${number} is after the end of the export.`)
    const values = row.safeParse(value)
    if (values.success) {
      if (values.data.length !== table?.columns.length)
        throw new TransferError(`Line ${number} is not a row of ${table ? table.name : 'a table'}.`)
      rows += 1
      yield { table, values: values.data }
      continue
    }
    const end = endLine.safeParse(value)
    if (end.success) {
      checkEnd(missing, end.data.rows, rows)
      isOver = true
    } else {
      table = takeTable(missing, tables, { number, value })
    }
  }
  if (!isOver) throw new TransferError(isBegun ? 'The export is truncated.' : NO_EXPORT)
}

function checkHead(value: unknown, migration: string): void {
  const first = head.safeParse(value)
  if (!first.success) throw new TransferError(NO_EXPORT)
  if (first.data.migration !== migration)
    throw new TransferError(
      `The export is of the migration ${first.data.migration}, this database of ${migration}. Use the version that made it.`,
    )
}

function checkEnd(missing: ReadonlyMap<string, Table>, stated: number, rows: number): void {
  const [table] = missing.keys()
  if (table) throw new TransferError(`The export has no table ${table}.`)
  if (stated !== rows)
    throw new TransferError(`The export has ${rows} rows, and its last line says that it has ${stated}.`)
}

/** The table of a line, with its columns in the line's order; it is missing no longer. */
function takeTable(missing: Map<string, Table>, tables: readonly Table[], { number, value }: Line): Table {
  const line = tableLine.safeParse(value)
  if (!line.success) throw new TransferError(noLine(number))
  const { table: name, columns } = line.data
  const table = tables.find((it) => it.name === name)
  if (!table) throw new TransferError(`There is no table ${name}.`)
  if (!missing.delete(name)) throw new TransferError(`The export has the table ${name} twice.`)
  const absent = table.columns.find((column) => !columns.includes(column.name))
  if (absent) throw new TransferError(`The export has no column ${name}.${absent.name}.`)
  if (new Set(columns).size < columns.length)
    throw new TransferError(`The export has a column of ${name} twice.`)
  return {
    name,
    columns: columns.map((column) => {
      const known = table.columns.find((it) => it.name === column)
      if (!known) throw new TransferError(`There is no column ${name}.${column}.`)
      return known
    }),
  }
}

async function insertAll(
  transaction: Transaction<DB>,
  stored: AsyncGenerator<StoredRow>,
  signal: AbortSignal,
): Promise<number> {
  let rows = 0
  let current: Table | undefined
  let batch: Row[] = []
  let length = 0
  const flush = async () => {
    refuseStopped(signal)
    if (current && batch.length > 0) await insertRows(transaction, current, batch)
    batch = []
    length = 0
  }
  for await (const { table, values } of stored) {
    if (table !== current) await flush()
    current = table
    batch.push(values)
    rows += 1
    length += values.reduce((sum, text) => sum + (text?.length ?? 0), 0)
    if (batch.length >= ROWS_AT_ONCE || length > LONGEST_BATCH) await flush()
  }
  await flush()
  return rows
}

async function insertRows(
  transaction: Transaction<DB>,
  { name, columns }: Table,
  rows: Row[],
): Promise<void> {
  if (name === 'quote_changes') await ensureWeeks(transaction, columns, rows)
  const names = sql.join(columns.map((column) => sql.ref(column.name)))
  const values = sql.join(columns.map(({ type }, index) => sql`(r ->> ${sql.lit(index)})::${sql.raw(type)}`))
  await sql`insert into ${sql.table(name)} (${names}) overriding system value
    select ${values} from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`.execute(transaction)
}

/** The history of prices has a partition for each week, which must exist before its rows are inserted. */
async function ensureWeeks(
  transaction: Transaction<DB>,
  columns: Table['columns'],
  rows: Row[],
): Promise<void> {
  const at = columns.findIndex((column) => column.name === 'at')
  const instants = [...new Set(rows.flatMap((one) => one[at] ?? []))]
  await sql`select ensure_quote_weeks(${instants}::timestamptz[])`.execute(transaction)
}

async function lastMigration(kysely: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from schema_migrations`.execute(
    kysely,
  )
  return rows[0]?.name ?? ''
}

async function readTables(kysely: Kysely<DB>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migrations'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(kysely)
  return rows
}

/**
 * Drops the foreign keys, and returns the statements that restore them: rows are inserted in any order, and checked at
 * the end.
 */
async function dropReferences(transaction: Transaction<DB>): Promise<string[]> {
  const { rows } = await sql<{ drop: string; add: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(transaction)
  for (const { drop } of rows) await sql.raw(drop).execute(transaction)
  return rows.map(({ add }) => add)
}

/** Sets the sequences of identities and of defaults after the inserted rows. */
async function advanceSequences(transaction: Transaction<DB>, table: string): Promise<void> {
  const { rows } = await sql<{ name: string; sequence: string }>`
    select attname as name, pg_get_serial_sequence(${table}, attname) as sequence
    from pg_attribute where attrelid = ${table}::regclass and attidentity <> ''
    union select a.attname, s.oid::regclass::text
    from pg_attrdef f join pg_attribute a on a.attrelid = f.adrelid and a.attnum = f.adnum
      join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = f.oid and d.refclassid = 'pg_class'::regclass
      join pg_class s on s.oid = d.refobjid and s.relkind = 'S'
    where f.adrelid = ${table}::regclass`.execute(transaction)
  for (const { name, sequence } of rows) {
    const { rows: last } = await sql<{ next: string }>`
      select (coalesce(max(${sql.ref(name)}), 0) + 1)::text as next from ${sql.table(table)}`.execute(
      transaction,
    )
    // Not setval, which stays when the restore fails afterwards: ids of later rows would be taken.
    await sql`alter sequence ${sql.raw(sequence)} restart with ${sql.raw(last[0]?.next ?? '1')}`.execute(
      transaction,
    )
  }
}
