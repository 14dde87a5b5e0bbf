import path from 'node:path'
import { sql } from 'kysely'
import { listCheckedLinks } from '#app/features/affiliates/link-check.server.ts'
import { findTroubles, readDisk } from '#app/features/alerts/find-troubles.server.ts'
import { tellGrowingOld } from '#app/features/alerts/growing-old.server.ts'
import { shippedTexts } from '#app/features/alerts/labels.server.ts'
import { kindText, subjectText, whyText } from '#app/features/alerts/texts.ts'
import { findOwner } from '#app/features/sources/registry.server.ts'
import { findPlace } from '#app/features/sources/source-address.server.ts'
import { findUnsetAddress } from '#app/features/sources/stored-settings.server.ts'
import { type Database, openDatabase } from '#app/platform/db/connection.server.ts'
import { readReplicaState } from '#app/platform/db/replica.server.ts'
import type { Command } from './command.ts'
import { ENVIRONMENT } from './environment.ts'

const LEAST_VERSION = 150_000

interface Check {
  /** The checks that passed. */
  name: string
  /** The problems, one line each; empty when there are none. */
  find(database: Database): Promise<string[]>
}

const CHECKS: Check[] = [
  {
    name: 'PostgreSQL is 15 or later',
    async find({ kysely }) {
      const { rows } = await sql<{ number: number; text: string }>`
        select current_setting('server_version_num')::int as number, current_setting('server_version') as text`.execute(
        kysely,
      )
      return rows.filter(({ number }) => number < LEAST_VERSION).map(({ text }) => `it is ${text}`)
    },
  },
  {
    name: 'rules and triggers of all tables are in force',
    async find({ kysely }) {
      const { rows } = await sql<{ name: string }>`
        select format('the rule %s of %s is not checked', conname, conrelid::regclass) as name from pg_constraint
        where connamespace = 'public'::regnamespace and not convalidated
        union all
        select format('the trigger %s of %s is off', tgname, tgrelid::regclass) from pg_trigger
        join pg_class c on c.oid = tgrelid
        where c.relnamespace = 'public'::regnamespace and tgenabled = 'D' order by 1`.execute(kysely)
      return rows.map(({ name }) => name)
    },
  },
  {
    name: 'the read replica, if there is one, answers and is not behind',
    async find(database) {
      const url = process.env.REPLICA_URL
      if (!url) return []
      const replica = await openDatabase({ url, forRequests: true })
      try {
        return await findReplicaProblems(database, replica)
      } finally {
        await replica.close()
      }
    },
  },
  {
    name: 'somebody can administer the site',
    async find({ kysely }) {
      const admins = await kysely
        .selectFrom('profiles')
        .select(['email', 'must_change_password'])
        .where('role', '=', 'admin')
        .where('is_active', '=', true)
        .execute()
      if (admins.length === 0) return ['there is no active administrator: admin create <e-mail> makes one']
      // Of several, one who has signed in is enough.
      if (admins.some((it) => !it.must_change_password)) return []
      return admins.map(({ email }) => `${email} has the one-time password yet`)
    },
  },
  {
    name: 'there is a language to begin with',
    async find({ kysely }) {
      const first = await kysely
        .selectFrom('languages')
        .select('code')
        .where('is_default', '=', true)
        .where('is_active', '=', true)
        .execute()
      return first.length === 0 ? ['no active language is the default one'] : []
    },
  },
  {
    name: 'the source of each schedule is set up',
    async find({ kysely }) {
      const rows = await kysely
        .selectFrom('import_schedules')
        .select('source')
        .where('is_active', '=', true)
        .orderBy('source')
        .execute()
      const problems: string[] = []
      for (const row of rows) {
        const source = findOwner(row.source)
        if (!source || (await findPlace(kysely, ENVIRONMENT, source))) continue
        const address = await findUnsetAddress(kysely, ENVIRONMENT, source)
        const needed = address ? `${address}, as it has the key,` : Object.keys(source.variables).join(', ')
        problems.push(`${row.source} needs ${needed} in the environment`)
      }
      return problems
    },
  },
  {
    name: 'the schedules run and bring what they usually do, and the disk has room',
    async find({ kysely }) {
      const dataDir = path.resolve(process.env.DATA_DIR || 'data')
      const env = { ...ENVIRONMENT, dataDir }
      const now = new Date()
      const { troubles } = await findTroubles(kysely, { env }, now, await readDisk(dataDir))
      const texts = shippedTexts('en')
      const { time_zone: zone } = await kysely
        .selectFrom('site_settings')
        .select('time_zone')
        .executeTakeFirstOrThrow()
      const problems: string[] = []
      for (const trouble of troubles) {
        const what = `${subjectText(texts, trouble)}: ${kindText(texts, trouble.kind)}.`
        const growingOld = await tellGrowingOld(kysely, env, texts, { trouble, now, zone })
        problems.push([what, whyText(texts, trouble), growingOld].filter(Boolean).join(' '))
      }
      return problems
    },
  },
  {
    name: 'each link with {event_link} has hosts to lead to',
    async find({ kysely }) {
      const skipped = (await listCheckedLinks(kysely)).filter(({ isSkipped }) => isSkipped)
      return skipped.map(({ name }) => `${name}: the link is skipped, because "Hosts of feed links" is empty`)
    },
  },
]

/** A replica of a site that works is behind for moments. */
const MOST_LAG_SECONDS = 10
/** A server that is away gives no answer; one far away needs time to connect. */
const REPLICA_LIMIT_MS = 5_000

async function findReplicaProblems(primary: Database, replica: Database): Promise<string[]> {
  const { isReachable, isReplica, lagSeconds } = await readReplicaState(primary, replica, REPLICA_LIMIT_MS)
  if (!isReachable) return ['REPLICA_URL does not answer: pages are read from DATABASE_URL']
  if (!isReplica) return ['REPLICA_URL is no replica: pages are read from DATABASE_URL']
  if (lagSeconds === null) return ['the replica lacks changes, and does not say for how long']
  return lagSeconds > MOST_LAG_SECONDS ? [`the replica is ${Math.round(lagSeconds)} s behind`] : []
}

/** `check`: looks for problems of the site. Exits with 1 when there is one. */
export const checkCommand: Command = async (database, _args, io) => {
  let isWell = true
  for (const { name, find } of CHECKS) {
    const problems = await find(database)
    io.out(`${problems.length === 0 ? 'yes' : 'NO '}  ${name}\n`)
    for (const problem of problems) io.out(`     ${problem}\n`)
    isWell &&= problems.length === 0
  }
  return isWell ? 0 : 1
}
