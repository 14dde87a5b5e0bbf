import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillFolder } from '#tests/support/server-data.ts'
import { freePort } from '#tests/support/server-process.ts'

/**
 * The image without Docker: a folder with what the Dockerfile copies and nothing else, and its commands. Packages that
 * are only there for development are missing, as they are after `npm prune`.
 */
const root = path.resolve(import.meta.dirname, '../..')
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ')
const [building = '', running = ''] = dockerfile.split(/^FROM debian/m)
const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8')

let image: string
let data: string
beforeAll(async () => {
  image = mkdtempSync(path.join(os.tmpdir(), 'overround-image-'))
  data = path.join(image, 'data')
  for (const name of copied(running)) {
    if (name === 'node_modules') linkPackages()
    else cpSync(path.join(root, name), path.join(image, name), { recursive: true, filter: isTaken })
  }
  mkdirSync(data)
  await fillFolder(data)
})
afterAll(() => rmSync(image, { recursive: true, force: true }))

/** What a stage copies of the checkout. */
function copied(stage: string): string[] {
  const lines = [...stage.matchAll(/^COPY (?:--\S+ )?(.+) (\S+)$/gm)]
  return lines.flatMap(([, sources = '']) => sources.split(/\s+/)).map((it) => it.replace(/^\/app\//, ''))
}

const isTaken = (file: string) => !/\.test\.tsx?$/.test(file)

/** Our own imports find a package of the lock file unless it is for development; those of packages find what they need. */
function linkPackages(): void {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  for (const [place, { dev = false, optional = false }] of Object.entries<{
    dev?: boolean
    optional?: boolean
  }>(lock.packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(place) || dev) continue
    const source = path.join(root, place)
    if (optional && !existsSync(source)) continue
    mkdirSync(path.dirname(path.join(image, place)), { recursive: true })
    symlinkSync(source, path.join(image, place))
  }
}

function start(command: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(command, args, {
    cwd: image,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: image, ...imageEnvironment(), ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { ended, pid: child.pid, output: () => output, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}

/** The variables that the Dockerfile sets, without those of places in the image. */
function imageEnvironment(): Record<string, string> {
  const [, lines = ''] = /^ENV (.+)$/m.exec(running) ?? []
  const pairs = lines.split(/\s+/).map((pair) => pair.split('=') as [string, string])
  return Object.fromEntries(pairs.filter(([name]) => name !== 'PATH' && name !== 'DATA_DIR'))
}

const commandOf = (instruction: string): string[] =>
  JSON.parse(new RegExp(`${instruction} (\\[.+\\])$`, 'm').exec(running)?.[1] ?? '[]')

it('copies into each stage only files of the build context, which has no others', () => {
  const allowed = ignored.split('\n').flatMap((line) => (line.startsWith('!') ? line.slice(1) : []))
  expect(ignored).toMatch(/^\*$/m)
  const own = running.match(/^COPY (?!--from).+$/gm) ?? []
  const needed = [...copied(building), ...own.flatMap((line) => copied(line))]
  expect(needed.toSorted()).toEqual(allowed.toSorted())
  for (const name of allowed) expect(existsSync(path.join(root, name)), name).toBe(true)
  expect(allowed.join(' ')).not.toMatch(/\.env|\.git|node_modules|data\b/)
})

/** Of libc6, libgcc-s1 and libstdc++6, which every Debian image has. */
const IN_EVERY_IMAGE = /^(linux-vdso|ld-linux.*|lib(c|dl|m|pthread|rt|gcc_s|stdc\+\+))\.so/
const PACKAGES: Record<string, string> = { 'libatomic.so.1': 'libatomic1' }

it.runIf(process.platform === 'linux')('installs the libraries of its Node in both stages', () => {
  const names = execFileSync('ldd', [process.execPath], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map((line) => path.basename(line.trim().split(' ')[0] ?? ''))
  const others = names.filter((name) => !IN_EVERY_IMAGE.test(name))
  for (const stage of [building, running]) {
    const [, installed = ''] = /apt-get install -y --no-install-recommends ([^&]+)/.exec(stage) ?? []
    const packages = installed.trim().split(/\s+/)
    expect(others.filter((name) => !packages.includes(PACKAGES[name] ?? name))).toEqual([])
  }
})

it('counts the databases as healthy only once other containers can reach them', () => {
  const compose = readFileSync(path.join(root, 'compose.yaml'), 'utf8')
  const checks = compose.match(/\["CMD", "pg_isready".*\]/g) ?? []
  expect(checks.map((it) => it.includes('"--host=127.0.0.1"'))).toEqual([true, true])
})

it('keeps the name of its machine, by which a full disk is told', () => {
  const compose = readFileSync(path.join(root, 'compose.yaml'), 'utf8')
  expect(compose).toMatch(/^ {2}site:\n(?: {4}.*\n)* {4}hostname: site$/m)
})

it('runs the site, its health check and its command line, not as root', { timeout: 120_000 }, async () => {
  expect(running).toMatch(/^USER overround$/m)
  expect(readdirSync(image).toSorted()).toEqual(
    [
      'app',
      'build',
      'data',
      'db',
      'deploy',
      'locales',
      'node_modules',
      'package.json',
      'sandbox',
      'server',
    ].toSorted(),
  )
  expect(statSync(path.join(root, 'deploy/overround')).mode & 0o111).toBe(0o111)
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: data,
    EMBEDDED: '1',
    DEMO: '0',
    APP_SECRET: 'a secret of this test',
    LOG_LEVEL: 'warn',
  }
  const [node = '', ...args] = commandOf('^CMD')
  expect(node).toBe('node')
  const site = start(process.execPath, args, env)
  const waiting = start(
    process.execPath,
    [path.join(root, 'deploy/wait-until-ready.mjs'), `http://127.0.0.1:${port}`, '100'],
    {},
  )
  expect(await Promise.race([waiting.ended, site.ended]), site.output()).toBe(0)
  // While the machine is busy, the site answers 503 at first.
  const home = () => fetch(`http://127.0.0.1:${port}/en`)
  await expect.poll(async () => (await home()).status).not.toBe(503)
  const page = await home()
  expect([page.status, (await page.text()).includes('</html>')]).toEqual([200, true])
  const [, ...check] = commandOf('  CMD')
  const healthy = start(process.execPath, check, env)
  expect(await healthy.ended).toBe(0)
  const unwell = start(process.execPath, check, { ...env, PORT: '1' })
  expect(await unwell.ended).toBe(1)
  const script = readFileSync(path.join(root, 'deploy/overround'), 'utf8')
  const [, file = ''] = /exec node (\S+) "\$@"/.exec(script) ?? []
  const made = start(process.execPath, [file, 'admin', 'create', 'ada@example.org'], env)
  expect(await made.ended, made.output()).toBe(0)
  site.kill('SIGTERM')
  expect(await site.ended, site.output()).toBe(0)
  expect(site.output()).not.toMatch(/"level":(50|60)/)
})

it('lets two units have addresses of their own, as for metrics', () => {
  const unit = readFileSync(path.join(root, 'deploy/overround@.service'), 'utf8')
  const files = [...unit.matchAll(/^EnvironmentFile=(.+)$/gm)].map(([, file]) => file)
  // The later file takes precedence, and need not exist.
  expect(files).toEqual(['/etc/overround.env', '-/etc/overround-%i.env'])
})

it('waits as long as the site says that it is not ready, and reports why', async () => {
  const server = createServer((_, response) => response.writeHead(503).end('stopping'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const waiting = start(
    process.execPath,
    [path.join(root, 'deploy/wait-until-ready.mjs'), `http://127.0.0.1:${port}`, '0.1'],
    {},
  )
  expect(await waiting.ended).toBe(1)
  expect(waiting.output()).toContain('stopping')
  server.close()
})

it('reports a site that is not ready in time', async () => {
  const waiting = start(
    process.execPath,
    [path.join(root, 'deploy/wait-until-ready.mjs'), `http://127.0.0.1:${await freePort()}`, '0.1'],
    {},
  )
  expect(await waiting.ended).toBe(1)
  expect(waiting.output()).toContain('nobody answers')
})

it('waits in a unit as long as its process lives, which can migrate for longer than any limit', async () => {
  const migrating = start('sleep', ['600'], {})
  const origin = `http://127.0.0.1:${await freePort()}`
  const waiting = start(process.execPath, [path.join(root, 'deploy/wait-until-ready.mjs'), origin], {
    MAINPID: String(migrating.pid),
  })
  expect(await Promise.race([waiting.ended, pause(1_500, 'waits')])).toBe('waits')
  migrating.kill('SIGKILL')
  expect(await waiting.ended).toBe(1)
  expect(waiting.output()).toContain('its process has ended')
  const unit = readFileSync(path.join(root, 'deploy/overround@.service'), 'utf8')
  expect(unit).toMatch(/^ExecStartPost=\S+ deploy\/wait-until-ready.mjs \S+$/m)
  expect(unit).toMatch(/^TimeoutStartSec=infinity$/m)
})
