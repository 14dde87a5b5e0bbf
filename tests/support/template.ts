import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { createLog } from '#app/platform/log.ts'

/**
 * The template of every test database: a migrated database, created once per run. On PostgreSQL it is a template
 * database; for the embedded one it is a dump in a file, kept until a migration changes.
 */

const root = path.resolve(import.meta.dirname, '../..')
const cache = path.join(root, 'node_modules/.cache/overround')

/** Tells the workers where the templates are. */
const DUMP = 'OVERROUND_TEST_DUMP'
const RUN = 'OVERROUND_TEST_RUN'

/** The prefix of a run's databases, followed by the process and the time, which identify databases of a killed run. */
const PREFIX = 'overround_test_'
const STALE_AFTER_MS = 3 * 3_600_000

/** The schemas of the site and of its queue. */
const SCHEMAS = `('public'::regnamespace, 'pgboss'::regnamespace)`

/**
 * A copy of each table that a migration fills, and a function that resets a used database to that state. It skips
 * triggers and foreign keys, which needs a superuser, and copies only the tables that have changed.
 */
const REMEMBER_START = `
create schema test_start;
do $$
declare t record; has_rows boolean;
begin
  for t in select c.oid::regclass as name from pg_class c
    where c.relnamespace in ${SCHEMAS} and c.relkind in ('r', 'p') and not c.relispartition
  loop
    execute format('select exists(select 1 from %s)', t.name) into has_rows;
    if has_rows then execute format('create table test_start.%I as table %s', t.name, t.name); end if;
  end loop;
end $$;
create function test_start.shape() returns text language sql as $$
  select md5(string_agg(part, ',' order by part)) from (
    select format('%s %s %s', c.oid::regclass, a.attname, a.atttypid) as part from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace in ${SCHEMAS} and not c.relispartition
        and c.oid not in (select indexrelid from pg_index i join pg_class t on t.oid = i.indrelid where t.relispartition)
    union all select format('%s %s', p.oid::regprocedure, md5(p.prosrc)) from pg_proc p
      where p.pronamespace in ${SCHEMAS} and p.prokind = 'f'
    union all select format('%s %s %s', t.tgrelid::regclass, t.tgname, t.tgenabled) from pg_trigger t where not t.tgisinternal
    union all select format('%s %s', c.conrelid::regclass, c.conname) from pg_constraint c
      left join pg_class t on t.oid = c.conrelid where t.relispartition is not true
    union all select format('schema %s', n.nspname) from pg_namespace n where n.nspname !~ '^pg_'
  ) parts
$$;
create table test_start.shape_of as select test_start.shape() as shape;
-- Computing the shape takes half of the time of a reset, and few tests change it.
create table test_start.ddl (command text);
create function test_start.may_differ() returns boolean language sql as $$
  select exists (select 1 from test_start.ddl)
    or not exists (select 1 from pg_event_trigger where evtname = 'test_start_notes_ddl')
$$;
-- Which versions of the rows are stored since the last reset. A changed row gets a later version, so with as many rows the sum
-- is greater.
create table test_start.versions (name text, rows bigint, sum numeric);
-- The statements of a reset are written down once: planning them each time takes more than executing them.
do $$
declare t record; columns text; others text := ''; filled text := '';
begin
  for t in select c.oid::regclass as name, c.oid, s.relname as start from pg_class c
    -- The copy of a table of pg-boss has the schema in its name.
    left join pg_class s on s.relname = c.oid::regclass::text and s.relnamespace = 'test_start'::regnamespace
      and s.relkind = 'r'
    where c.relnamespace in ${SCHEMAS} and c.relkind = 'r' order by c.oid
  loop
    if t.start is null then
      -- Emptying a small table row by row takes a hundredth of the time of truncating it.
      others := others || format('
        -- Most tables have never had a row: asking for their sizes is what a reset costs.
        if pg_relation_size(%2$s) > 0 then
          if pg_relation_size(%2$s) > 2000000 then truncate %1$s cascade;
          elsif exists (select from %1$s) then delete from %1$s;
          end if;
        end if;', t.name, t.oid);
    else
      select string_agg(format('%I', attname), ', ') into columns from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('insert into test_start.versions
        select %L, count(*), sum(xmin::text::numeric) from %s', t.name, t.name);
      filled := filled || format('
        select count(*), sum(xmin::text::numeric) into now from %1$s;
        select rows, sum into start from test_start.versions where name = %2$L;
        if now is distinct from start then
          delete from %1$s;
          insert into %1$s (%3$s) overriding system value select %3$s from test_start.%4$I;
          update test_start.versions set (rows, sum) = (select count(*), sum(xmin::text::numeric) from %1$s)
            where name = %2$L;
        end if;', t.name, t.name, columns, t.start);
    end if;
  end loop;
  -- Partitions that a test has added.
  for t in select c.oid::regclass as name from pg_class c where c.relnamespace in ${SCHEMAS} and c.relkind = 'p' loop
    others := others || format('
      if exists (select from %1$s) then delete from %1$s; end if;', t.name);
  end loop;
  for t in select seqrelid::regclass as name, seqrelid as oid, seqstart from pg_sequence
    join pg_class c on c.oid = seqrelid where c.relnamespace in ${SCHEMAS}
  loop
    filled := filled || format('
      if exists (select from %1$s where is_called or last_value <> %3$s) then perform setval(%2$s, %3$s, false); end if;',
      t.name, t.oid, t.seqstart);
  end loop;
  execute format('create function test_start.restore() returns boolean language plpgsql as %L', format('
    declare now record; start record;
    begin
      if test_start.may_differ() then
        if (select shape from test_start.shape_of) <> test_start.shape() then return false; end if;
        delete from test_start.ddl;
      end if;
      -- Changing it forgets the plans of the connection, so it is set where it is not yet.
      if current_setting(''session_replication_role'') <> ''replica'' then
        set local session_replication_role = replica;
      end if;
      %s
      -- Truncating can have emptied these.
      %s
      return true;
    end', others, filled));
end $$;
`

/** Notes that the shape may have changed. Event triggers do not fire in the embedded database, which has one process. */
const NOTE_DDL = `
create function test_start.note_ddl() returns event_trigger language plpgsql as $$
begin insert into test_start.ddl values (tg_tag); end $$;
create event trigger test_start_notes_ddl on ddl_command_end execute function test_start.note_ddl();
`

/** Vitest's global set-up: runs before the tests of a run, and its result after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  process.env[RUN] = `${PREFIX}${process.pid}_${Date.now()}`
  // Each has a core of its own: the embedded one is prepared by this process, the other by PostgreSQL.
  const [dump] = await Promise.all([prepareDump(), url && prepareOnPostgres(url)])
  process.env[DUMP] = dump
  return async () => {
    rmSync(path.join(os.tmpdir(), runName()), { recursive: true, force: true })
    if (url) await removeDatabases(url, (name) => name.startsWith(runName()))
  }
}

async function prepareOnPostgres(url: string): Promise<void> {
  await removeStale(url)
  await administer(url, `create database ${templateName()}`)
  // A server that has just copied a database can be slow.
  const database = await openDatabase({ url: addressOf(url, templateName()), hung: { openMs: 0 } })
  await prepare(database)
  await database.close()
}

async function prepare(database: Database): Promise<void> {
  await migrate(database)
  await installQueue(database)
  if (database.pglite) await database.pglite.exec(REMEMBER_START)
  else await sql.raw(REMEMBER_START + NOTE_DDL).execute(database.kysely)
}

/** The tables of pg-boss, without a queue. Only the set-up loads it: most test files do not need it. */
async function installQueue(database: Database): Promise<void> {
  const { createJobSender } = await import('#app/platform/jobs.server.ts')
  const sender = createJobSender(database, createLog('silent'))
  await sender.prepare({ name: 'template', expireInSeconds: 1 })
  await sender.close()
  await sql`delete from pgboss.queue`.execute(database.kysely)
}

/** Migrating and dumping takes seconds, so the file is reused until its inputs change. */
async function prepareDump(): Promise<string> {
  const hash = createHash('sha256').update(REMEMBER_START)
  const migrations = path.join(root, 'db/migrations')
  for (const file of readdirSync(migrations).sort())
    hash.update(file).update(readFileSync(path.join(migrations, file)))
  for (const name of ['@electric-sql/pglite', 'pg-boss'])
    hash.update(readFileSync(path.join(root, 'node_modules', name, 'package.json')))
  const file = path.join(cache, `migrated-${hash.digest('hex').slice(0, 16)}.tar`)
  if (existsSync(file)) return file
  const database = await openDatabase({ dataDir: 'memory' })
  await prepare(database)
  const dump = await database.pglite?.dumpDataDir?.('none')
  await database.close()
  if (!dump) throw new Error('the embedded database gave no dump')
  mkdirSync(cache, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  renameSync(unfinished, file)
  return file
}

/** The dump for a new embedded database. */
export function readDump(): Blob {
  return new Blob([readFileSync(process.env[DUMP] ?? '')])
}

/** The prefix of this run's databases. */
export function runName(): string {
  const name = process.env[RUN]
  if (!name)
    throw new Error(
      'The templates are not there: tests/support/template.ts is the global set-up that makes them.',
    )
  return name
}

export function templateName(): string {
  return `${runName()}_template`
}

/** The URL of a test's database; its commits need not survive a power failure. */
export function addressOf(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  address.searchParams.set('options', ASYNCHRONOUS)
  return address.href
}

const ASYNCHRONOUS = '-c synchronous_commit=off'

/**
 * The same database, for statements that fire no trigger and check no foreign key, and fail where a transaction that is still
 * open has locked a row. It needs a superuser.
 */
export function withoutTriggers(database: string): string {
  const address = new URL(database)
  address.searchParams.set(
    'options',
    `${ASYNCHRONOUS} -c session_replication_role=replica -c lock_timeout=20s`,
  )
  return address.href
}

/** Executes statements on the database of TEST_DATABASE_URL. */
export async function administer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function removeStale(url: string): Promise<void> {
  return removeDatabases(url, (name) => {
    const began = Number(/^overround_test_\d+_(\d+)/.exec(name)?.[1])
    return began < Date.now() - STALE_AFTER_MS
  })
}

/** Removes them at the same time: each drop waits for a checkpoint, and they share it. */
async function removeDatabases(url: string, isWanted: (name: string) => boolean): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  try {
    const { rows } = await pool.query<{ datname: string }>(
      'select datname from pg_database where datname like $1',
      [`${PREFIX}%`],
    )
    const wanted = rows.filter(({ datname }) => isWanted(datname))
    await Promise.all(
      wanted.map(({ datname }) => pool.query(`drop database if exists ${datname} with (force)`)),
    )
  } finally {
    await pool.end()
  }
}
