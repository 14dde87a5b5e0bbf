import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import type { ServerOptions } from './server.ts'
import { launchServer } from './server-process.ts'
import { addressOf, administer, runName, templateName } from './template.ts'
import { createWorld } from './world.ts'

/** What a server's data begin with: a migrated database, the frozen world, or the demonstration that a first start loads. */
export type Content = 'nothing' | 'world' | 'demonstration'

interface ServerData {
  env: { DATA_DIR: string; DATABASE_URL?: string }
  /** What was printed when these data were made. */
  firstOutput: string
  remove(): Promise<void>
}

/** Data for one server: a copy of what the first one with such content was given. */
export async function createData({
  dataDir,
  content = 'nothing',
  prepare,
}: ServerOptions): Promise<ServerData> {
  const url = process.env.TEST_DATABASE_URL
  if (dataDir !== undefined)
    return { env: { DATA_DIR: dataDir }, firstOutput: '', remove: async () => rmSync(dataDir, FOLDER) }
  return url ? createDatabase(url, content, prepare) : createFolder(content, prepare)
}

const FOLDER = { recursive: true, force: true } as const
let count = 0

async function createDatabase(
  url: string,
  content: Content,
  prepare: ServerOptions['prepare'],
): Promise<ServerData> {
  const template = await templateOf(content)
  count += 1
  const name = `${runName()}_server_${process.pid}_${count}`
  await administer(url, `create database ${name} template ${template.name}`)
  const address = addressOf(url, name)
  if (prepare) await change({ url: address }, prepare)
  const folder = newFolder()
  return {
    env: { DATA_DIR: folder, DATABASE_URL: address },
    firstOutput: template.output,
    remove: async () => {
      await administer(url, `drop database if exists ${name} with (force)`)
      rmSync(folder, FOLDER)
    },
  }
}

async function createFolder(content: Content, prepare: ServerOptions['prepare']): Promise<ServerData> {
  const template = await templateOf(content)
  const folder = newFolder()
  cpSync(template.name, folder, { recursive: true })
  if (prepare) await change({ dataDir: folder }, prepare)
  return {
    env: { DATA_DIR: folder },
    firstOutput: template.output,
    remove: async () => rmSync(folder, FOLDER),
  }
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

interface Template {
  /** A database's name or a folder's path. */
  name: string
  output: string
}

/** Made by the first worker that asks for it; the others wait. */
async function templateOf(content: Content): Promise<Template> {
  const onPostgres = process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_DATABASE_URL !== ''
  if (content === 'nothing' && onPostgres) return { name: templateName(), output: '' }
  const folder = path.join(runFolder(), content)
  const done = path.join(runFolder(), `${content}.txt`)
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    while (!existsSync(done)) await pause(100)
    return { name: onPostgres ? `${runName()}_${content}` : folder, output: readFileSync(done, 'utf8') }
  }
  const name = onPostgres ? `${runName()}_${content}` : folder
  const output = await makeTemplate(content, name)
  writeFileSync(done, output)
  return { name, output }
}

async function makeTemplate(content: Content, name: string): Promise<string> {
  const url = process.env.TEST_DATABASE_URL
  if (url) await administer(url, `create database ${name} template ${templateName()}`)
  const where = url ? { url: addressOf(url, name) } : { dataDir: name }
  if (content !== 'demonstration') {
    await change(where, content === 'world' ? createWorld : async () => {})
    return ''
  }
  const folder = url ? newFolder() : name
  const server = await launchServer({
    DATA_DIR: folder,
    ...(url ? { DATABASE_URL: addressOf(url, name) } : {}),
  })
  await server.end('SIGTERM')
  if (url) rmSync(folder, FOLDER)
  return server.output()
}

/** What the workers of a run share; removed with the run's databases. */
function runFolder(): string {
  const folder = path.join(os.tmpdir(), runName())
  mkdirSync(folder, { recursive: true })
  return folder
}
