import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '#app/platform/db/connection.server.ts'
import { isMigrated } from '#app/platform/db/migrate.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { promoBody } from '#tests/support/feeds.ts'
import { type RunningServer, runProgram, startServer } from '#tests/support/server.ts'
import { fillFolder } from '#tests/support/server-data.ts'
import { freePort } from '#tests/support/server-process.ts'
import { addressOf, administer, runName } from '#tests/support/template.ts'

const WEB = 'build/program/web.js'
const quiet = { DEMO: '0' }

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'overround-program-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('a server that cannot start', () => {
  // Every combination: app/platform/env.test.ts.
  it('in production names what is missing', async () => {
    const env = { DATA_DIR: dataDir, NODE_ENV: 'production', APP_SECRET: '' }
    const { code, stderr } = await runProgram(WEB, [], env)
    expect(code).toBe(1)
    for (const name of ['DATABASE_URL', 'APP_SECRET']) expect(stderr).toContain(name)
    expect(stderr).not.toContain('at file:')
  })

  it('reports which variable is malformed', async () => {
    const { code, stderr } = await runProgram(WEB, [], { DATA_DIR: dataDir, PORT: 'eighty' })
    expect([code, stderr]).toEqual([1, expect.stringContaining('PORT')])
  })
})

const postgres = process.env.TEST_DATABASE_URL

/** Reads four pages, which the metrics then count together, whichever process has served them. */
async function expectMetrics({ origin }: RunningServer, port: number) {
  for (let i = 0; i < 4; i += 1) expect((await fetch(`${origin}/en`)).status).toBe(200)
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  const sum = (result: string) =>
    Number(
      new RegExp(`^overround_page_cache_requests_total\\{result="${result}"\\} (\\d+)`, 'm').exec(text)?.[1],
    )
  expect(sum('hit') + sum('miss') + sum('stale')).toBe(4)
  expect(text.match(/^# HELP process_resident_memory_bytes /gm)).toHaveLength(1)
  expect((await fetch(`${origin}/metrics`)).status).toBe(404)
}

describe.runIf(postgres)('several serving processes', () => {
  let database: Database
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.close())

  it('end together, and report why, when the port is taken', async () => {
    const other: Server = createServer()
    await new Promise<void>((resolve) => other.listen(0, () => resolve()))
    const { port } = other.address() as AddressInfo
    const env = {
      ...quiet,
      DATABASE_URL: database.url ?? '',
      DATA_DIR: dataDir,
      PORT: String(port),
      WEB_CONCURRENCY: '2',
    }
    const { code, stderr } = await runProgram(WEB, [], env)
    expect(code).toBe(1)
    expect(stderr).toContain(`Port ${port} is taken`)
    expect(stderr).toContain('before it listened')
    expect(stderr).not.toContain('at file:')
    await new Promise((resolve) => other.close(resolve))
  })

  it('serve their metrics on a separate address', async () => {
    const port = await freePort()
    const server = await startServer({ env: { WEB_CONCURRENCY: '2', METRICS_PORT: String(port) } })
    await expectMetrics(server, port)
    expect(await server.stop()).toBe(0)
  })
})

/** Sends requests to a server and stops it while they run. */
async function stopUnderLoad(server: RunningServer) {
  await fetch(`${server.origin}/en`)
  const requests = Array.from({ length: 8 }, (_, i) => fetch(`${server.origin}/en?sport=none-${i}`))
  // The first is answered: the others are under way, none of them waits at the door any more.
  await Promise.race(requests)
  const ended = server.stop({ keepData: true })
  const answers = await Promise.all(
    requests.map(async (request) => {
      const response = await request
      return [response.status, (await response.text()).includes('</html>')]
    }),
  )
  expect(answers).toEqual(Array(8).fill([200, true]))
  expect(await ended).toBe(0)
  expect(server.output()).toContain('Stopped.')
}

// Each start costs seconds, so the tests share two of them, in this order.
describe('a running server', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'overround-program-'))
  let server: RunningServer
  let metrics: number
  beforeAll(() => fillFolder(folder))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('starts where another one reported that its port is taken, and released the data folder', async () => {
    const other: Server = createServer()
    await new Promise<void>((resolve) => other.listen(0, () => resolve()))
    const { port } = other.address() as AddressInfo
    const env = { ...quiet, DATA_DIR: folder, PORT: String(port) }
    const { code, stderr } = await runProgram(WEB, [], env)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Port ${port} is taken`)])
    expect(stderr).not.toContain('at file:')
    await new Promise((resolve) => other.close(resolve))
    metrics = await freePort()
    server = await startServer({ dataDir: folder, env: { ...quiet, METRICS_PORT: String(metrics) } })
  })

  // Before any page.
  it('serves its metrics on a separate address', () => expectMetrics(server, metrics))

  it('refuses addresses that are malformed', async () => {
    const statuses = ['/en/%zz', '/%', '/en/%ff'].map(
      async (path) => (await fetch(server.origin + path)).status,
    )
    expect(await Promise.all(statuses)).toEqual([400, 400, 400])
  })

  it('locks its data folder against a second one, which reports it', async () => {
    const { code, stderr } = await runProgram(WEB, [], { ...quiet, DATA_DIR: folder, PORT: '0' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/in use by process \d+/)
    expect((await fetch(`${server.origin}/en`)).status).toBe(200)
  })

  it('carries out an import from the command line, and shows its data', async () => {
    const start = new Date(Date.now() + 36 * 3_600_000).toISOString()
    const match = {
      id: 'm1',
      home: 'Riverton',
      away: 'Hillford',
      start,
      league: 'Valley League',
      country: 'England',
      sport: 'Soccer',
      prices: [1.85, 3.6, 4.2],
    }
    const page = `${server.origin}/en/soccer/england/valley-league`
    expect((await fetch(page)).status).toBe(404)
    const file = path.join(folder, 'feed.json')
    writeFileSync(file, JSON.stringify(promoBody([match])))
    const args = ['import', 'promo', file, '--bookmaker', 'Partner Bet']
    const { code, stdout, stderr } = await runProgram('server/cli/main.ts', args, { DATA_DIR: folder })
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ matches: 1, inserted: 1, rejected: 0 })
    expect(await (await fetch(page)).text()).toContain('Riverton')
  })

  it('that was killed leaves a folder that the next one can open', async () => {
    expect(await server.stop({ signal: 'SIGKILL', keepData: true })).toBe(null)
    server = await startServer({ dataDir: folder, env: quiet })
    // A slow machine is too busy for the first page for a moment.
    await expect.poll(async () => (await fetch(`${server.origin}/en`)).status).toBe(200)
  })

  it('finishes its running requests on SIGTERM', () => stopUnderLoad(server))
})

describe('the command line', () => {
  // Which commands: server/cli/commands.test.ts.
  it('makes no database for a command that needs a site', async () => {
    const args = ['export', 'site.gz']
    const { code, stdout, stderr } = await runProgram('server/cli/main.ts', args, { DATA_DIR: dataDir })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`There is no database in ${dataDir}`)
    expect(existsSync(path.join(dataDir, 'pgdata'))).toBe(false)
  })

  it.runIf(postgres)('makes no tables in an empty database for an export', async () => {
    const name = `${runName()}_empty`
    await administer(postgres ?? '', `create database ${name}`)
    const url = addressOf(postgres ?? '', name)
    const file = path.join(dataDir, 'site.gz')
    const { code, stderr } = await runProgram('server/cli/main.ts', ['export', file], { DATABASE_URL: url })
    expect([code, existsSync(file)]).toEqual([1, false])
    expect(stderr).toContain('There is no site in this database.')
    const database = await openDatabase({ url })
    expect(await isMigrated(database)).toBe(false)
    await database.close()
  })

  it.runIf(postgres)('names the database that it works on, without its password', async () => {
    const database = await createTestDatabase()
    const url = new URL(database.url ?? '')
    const { host, pathname } = url
    // A server that trusts the connection takes any.
    url.password ||= 'a-password'
    const { stderr } = await runProgram('server/cli/main.ts', ['check'], { DATABASE_URL: url.href })
    expect(stderr).toBe(`The database is ${pathname.slice(1)} at ${host}.\n`)
    await database.close()
  })

  it.runIf(postgres)('leaves nothing of an export that is stopped, however often it is told to', async () => {
    const database = await createTestDatabase()
    // On a busy machine the signals can be further apart than the time in which they count as one.
    const slowTimers = 'const set = setTimeout; globalThis.setTimeout = (run, ms) => set(run, 60 * ms)'
    const preload = `--import=data:text/javascript,${encodeURIComponent(slowTimers)}`
    const args = [preload, 'server/cli/main.ts', 'export', path.join(dataDir, 'site.gz')]
    const env = { ...process.env, NODE_ENV: '', DATABASE_URL: database.url }
    const exporting = await database.kysely.transaction().execute(async (transaction) => {
      await sql`lock table matches`.execute(transaction)
      const command = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
      let told = ''
      command.stderr.on('data', (text) => {
        told += text
      })
      const ended = once(command, 'close').then(([code]) => [code, told])
      await expect.poll(() => readdirSync(dataDir)).toHaveLength(1)
      // A terminal tells the whole group, and its first process tells the next one again.
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
      let count = 0
      const telling = setInterval(() => command.kill(signals[count++ % 3]), 2)
      return { ended: ended.finally(() => clearInterval(telling)) }
    })
    const stopped = expect.stringContaining('Nothing was exported: The command was stopped.\n')
    expect(await exporting.ended).toEqual([1, stopped])
    expect(readdirSync(dataDir)).toEqual([])
    await database.close()
  })

  it('has the user, the variables and the data of the unit on a machine with systemd', () => {
    const unit = readFileSync('deploy/overround@.service', 'utf8')
    const settingOf = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1]
    const variables = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '))
    // In place of the real one, which asks the init process.
    writeFileSync(path.join(dataDir, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\ncat\n', {
      mode: 0o755,
    })
    const env = { ...process.env, PATH: `${dataDir}:${process.env.PATH}` }
    const told = execFileSync(path.resolve('deploy/overround-host'), ['export', 'a site.gz'], {
      env,
      encoding: 'utf8',
      input: 'its input\n',
    })
    const args = told.trimEnd().split('\n')
    for (const name of ['NODE_ENV', 'TRUST_PROXY', 'DATA_DIR'])
      expect(args).toContain(`--setenv=${variables.find((pair) => pair.startsWith(`${name}=`))}`)
    expect(args).toContain(`--setenv=INIT_CWD=${process.cwd()}`)
    expect(args).toContain(`--uid=${settingOf('User')}`)
    expect(args).toContain(`--property=EnvironmentFile=${settingOf('EnvironmentFile')}`)
    // Not through npm, which could install packages in the release that runs.
    const node = path.resolve('node_modules/.bin/node')
    expect(args.slice(-5)).toEqual([node, 'server/cli/main.ts', 'export', 'a site.gz', 'its input'])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('stops its unit on %s', async (signal) => {
    const file = (name: string) => path.join(dataDir, name)
    const place = (name: string, text: string) =>
      writeFileSync(file(name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    place('systemd-run', `printf "%s\\n" "$$" "$@" > '${file('args')}'\nexec sleep 60`)
    place('systemctl', `echo "$@" > '${file('stopped')}'\nkill "$(head -n 1 '${file('args')}')"`)
    const command = spawn(path.resolve('deploy/overround-host'), ['export', 'site.gz'], {
      env: { ...process.env, PATH: `${dataDir}:${process.env.PATH}` },
    })
    const ended = once(command, 'exit')
    const readArgs = () => (existsSync(file('args')) ? readFileSync(file('args'), 'utf8').split('\n') : [])
    await expect.poll(() => readArgs().at(-2)).toBe('site.gz')
    command.kill(signal)
    expect((await ended)[0]).toBe(143)
    const unit = readFileSync(file('stopped'), 'utf8').trimEnd().replace('stop ', '')
    expect(readArgs()).toContain(`--unit=${unit}`)
  })

  it.each([
    ['uses the packages that npm has installed', '1.0.0', 'ran\n', ''],
    ['installs packages of other versions', '2.0.0', '', 'npm ci\n'],
  ])('%s', (_, version, ran, installed) => {
    const place = (name: string, text: string) => {
      mkdirSync(path.dirname(path.join(dataDir, name)), { recursive: true })
      writeFileSync(path.join(dataDir, name), text, { mode: 0o755 })
    }
    const packages = (a: string) => ({
      'node_modules/a': { version: a, integrity: `of ${a}` },
      'node_modules/other-platform': { version: '1.0.0', integrity: 'x', optional: true },
    })
    const { 'node_modules/a': present } = packages('1.0.0')
    cpSync('scripts/bootstrap.mjs', path.join(dataDir, 'scripts/bootstrap.mjs'))
    cpSync('scripts/overround.mjs', path.join(dataDir, 'scripts/overround.mjs'))
    place('package-lock.json', JSON.stringify({ packages: { '': { name: 'site' }, ...packages(version) } }))
    place('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/a': present } }))
    place('server/cli/main.ts', 'process.stdout.write("ran\\n")')
    place('bin/npm', '#!/bin/sh\necho "npm $1" >> npm.log\nexit 1\n')
    mkdirSync(path.join(dataDir, 'node_modules/.bin'))
    symlinkSync(process.execPath, path.join(dataDir, 'node_modules/.bin/node'))
    const env = { ...process.env, PATH: `${dataDir}/bin:${process.env.PATH}` }
    const { stdout } = spawnSync(process.execPath, ['scripts/overround.mjs'], {
      cwd: dataDir,
      env,
      encoding: 'utf8',
    })
    const log = path.join(dataDir, 'npm.log')
    expect([stdout, existsSync(log) ? readFileSync(log, 'utf8') : '']).toEqual([ran, installed])
  })
})

describe('the first start', () => {
  it('answers before the demonstration is loaded, shows its matches as they are stored, and can be stopped meanwhile', async () => {
    // In an empty folder: here the program itself makes the database and migrates it.
    const server = await startServer({ dataDir, env: { DEMO: '1' } })
    const pageOf = async () => {
      const response = await fetch(`${server.origin}/en`)
      return { status: response.status, text: await response.text() }
    }
    expect((await pageOf()).status).toBe(200)
    expect(server.output()).not.toContain('The demonstration is loaded.')
    await vi.waitFor(
      async () => {
        const { text } = await pageOf()
        expect(text).toContain('The demonstration is loading.')
        expect(text).toContain('Brightmere')
        expect(text).not.toContain('No matches available')
      },
      { timeout: 240_000, interval: 500 },
    )
    expect(await server.stop({ signal: 'SIGINT', keepData: true })).toBe(0)
    expect(server.output()).toContain('Stopped.')
  }, 300_000)
})
