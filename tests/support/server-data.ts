import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from '#app/platform/db/connection.server.ts'
import { createInstance } from '#app/platform/db/embedded-instance.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { addressOf, administer, readDump, runName, templateName } from './template.ts'
import { createWorld } from './world.ts'
// A test's own accounts have the passwords of the server's kind.
import './quick-passwords.ts'

export interface ServerOptions {
  env?: Record<string, string>
  /** A folder of the embedded database; without it the server gets its own data, on PostgreSQL if available. */
  dataDir?: string
  /** The initial content of the data. */
  content?: Content
  /** Adds to the data before the server starts. */
  prepare?: (database: Database) => Promise<unknown>
}

/** The initial content of a server's data: a migrated database, or the frozen world. */
export type Content = 'nothing' | 'world'

interface ServerData {
  env: { DATA_DIR: string; DATABASE_URL?: string }
  remove(): Promise<void>
}

/** Data for one server: a copy of the template with this content. */
export async function createData({
  dataDir,
  content = 'nothing',
  prepare,
}: ServerOptions): Promise<ServerData> {
  const url = process.env.TEST_DATABASE_URL
  if (dataDir !== undefined)
    return { env: { DATA_DIR: dataDir }, remove: async () => rmSync(dataDir, FOLDER) }
  return url ? createDatabase(url, content, prepare) : createFolder(content, prepare)
}

const FOLDER = { recursive: true, force: true } as const

async function createDatabase(
  url: string,
  content: Content,
  prepare: ServerOptions['prepare'],
): Promise<ServerData> {
  const template = await templateOf(content, url)
  const name = `${runName()}_server_${randomBytes(4).toString('hex')}`
  await administer(url, `create database ${name} template ${template}`)
  const address = addressOf(url, name)
  if (prepare) await change({ url: address }, prepare)
  const folder = newFolder()
  return {
    env: { DATA_DIR: folder, DATABASE_URL: address },
    // The database goes with the run's others: each drop waits for a checkpoint, seconds beside other work.
    remove: async () => rmSync(folder, FOLDER),
  }
}

async function createFolder(content: Content, prepare: ServerOptions['prepare']): Promise<ServerData> {
  const folder = newFolder()
  await fillFolder(folder, content)
  if (prepare) await change({ dataDir: folder }, prepare)
  return { env: { DATA_DIR: folder }, remove: async () => rmSync(folder, FOLDER) }
}

/** Creates an embedded database in a folder. */
export async function fillFolder(folder: string, content: Content = 'nothing'): Promise<void> {
  cpSync(await templateOf(content), folder, { recursive: true })
}

const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'overround-site-'))

async function change(
  where: { url: string } | { dataDir: string },
  run: (database: Database) => Promise<unknown>,
) {
  const database = await openDatabase(where)
  try {
    await migrate(database)
    await run(database)
  } finally {
    await database.close()
  }
}

/**
 * The name of a database or the path of a folder with this content. The first worker that needs it creates it, on
 * PostgreSQL or in a folder; the others wait.
 */
async function templateOf(content: Content, url?: string): Promise<string> {
  if (content === 'nothing' && url) return templateName()
  const folder = path.join(runFolder(), `${content}${url ? '-postgres' : ''}`)
  const name = url ? `${runName()}_${content}` : folder
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await waitForTemplate(folder)
    return name
  }
  try {
    await makeTemplate(content, name, url)
    writeFileSync(`${folder}.done`, '')
    return name
  } catch (error) {
    writeFileSync(`${folder}.failed`, String(error))
    throw error
  }
}

async function waitForTemplate(folder: string): Promise<void> {
  while (!existsSync(`${folder}.done`)) {
    if (existsSync(`${folder}.failed`)) throw new Error(readFileSync(`${folder}.failed`, 'utf8'))
    await pause(100)
  }
}

async function makeTemplate(content: Content, name: string, url: string | undefined): Promise<void> {
  if (url) await administer(url, `create database ${name} template ${templateName()}`)
  // Where a program looks for it: elsewhere, each start would make a new one and migrate it, for seconds.
  else await (await createInstance({ folder: path.join(name, 'pgdata'), load: readDump() })).close()
  // Both are migrated.
  if (content === 'world') await change(url ? { url: addressOf(url, name) } : { dataDir: name }, createWorld)
}

/** The folder that the workers of a run share; removed with the run's databases. */
function runFolder(): string {
  const folder = path.join(os.tmpdir(), runName())
  mkdirSync(folder, { recursive: true })
  return folder
}
