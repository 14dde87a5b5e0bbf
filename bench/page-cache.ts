/**
 * Measures requests per second of a page from the cache, and of nginx with the same bytes from a file: one process
 * each, in turn. Prints a line of JSON.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const ROUNDS = 7
const ROUND_SECONDS = 3
const CONNECTIONS = 64
const PAGE = '/page.html'
const support = path.join(import.meta.dirname, 'support')
const run = promisify(execFile)
const children: ChildProcess[] = []

async function findProgram(name: string): Promise<string | undefined> {
  const found = await run('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${name}`]).catch(() => undefined)
  return found?.stdout.trim() || undefined
}

/** Starts one of the bench's scripts and waits for the port that it prints. */
function startScript(script: string, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [path.join(support, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(Number(line)))
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code}`)))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function startNginx(nginx: string, folder: string): Promise<number> {
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (it) => `${it}_temp_path ${folder}/${it};`,
  )
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; open_file_cache max=100; keepalive_requests 1000000000;
  types { text/html html; } gzip_static on; gzip_vary on; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; root ${folder}; }
}
`,
  )
  children.push(spawn(nginx, ['-c', path.join(folder, 'nginx.conf')], { stdio: 'ignore' }))
  return port
}

function fetchGzip(port: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = {
      port,
      host: '127.0.0.1',
      path: PAGE,
      headers: { 'accept-encoding': 'gzip' },
      agent: false,
    }
    const asked = request(options, async (response) => {
      if (response.statusCode !== 200 || response.headers['content-encoding'] !== 'gzip') {
        return reject(
          new Error(`Unexpected answer: ${response.statusCode} ${JSON.stringify(response.headers)}`),
        )
      }
      resolve(Buffer.concat(await response.toArray()))
    })
    asked.on('error', reject).end()
  })
}

async function answersPerSecond(wrk: string | undefined, port: number): Promise<number> {
  if (!wrk) {
    const { stdout } = await run(process.execPath, [
      path.join(support, 'load.ts'),
      String(port),
      PAGE,
      String(ROUND_SECONDS),
    ])
    return Number(stdout)
  }
  const load = [`-t1`, `-c${CONNECTIONS}`, `-d${ROUND_SECONDS}`, '-H', 'Accept-Encoding: gzip']
  const { stdout } = await run(wrk, [...load, `http://127.0.0.1:${port}${PAGE}`])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const folder = await mkdtemp(path.join(tmpdir(), 'overround-bench-'))
try {
  await chmod(folder, 0o755)
  const [nginx, wrk] = [await findProgram('nginx'), await findProgram('wrk')]
  const ourPort = await startScript('cached-page-server.ts')
  const bytes = await fetchGzip(ourPort)
  await writeFile(path.join(folder, `${PAGE}.gz`), bytes)
  await writeFile(path.join(folder, PAGE), 'without gzip')
  const theirPort = nginx
    ? await startNginx(nginx, folder)
    : await startScript('bare-server.ts', path.join(folder, `${PAGE}.gz`))
  await sleep(500)
  if (!bytes.equals(await fetchGzip(theirPort)))
    throw new Error('The two servers do not serve the same bytes')
  for (const port of [ourPort, theirPort]) await answersPerSecond(wrk, port)
  const rounds: { ours: number; theirs: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await answersPerSecond(wrk, ourPort)
    rounds.push({ ours, theirs: await answersPerSecond(wrk, theirPort) })
  }
  const result = {
    name: 'cached_page',
    ratio: Number(median(rounds.map(({ ours, theirs }) => ours / theirs)).toFixed(2)),
    ours_per_s: Math.round(median(rounds.map(({ ours }) => ours))),
    [nginx ? 'nginx_per_s' : 'bare_node_per_s']: Math.round(median(rounds.map(({ theirs }) => theirs))),
    bytes: bytes.length,
    rounds: ROUNDS,
    load: wrk ? 'wrk' : 'own',
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
} finally {
  for (const child of children) child.kill()
  await rm(folder, { recursive: true, force: true })
}
