import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type http from 'node:http'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { freePort } from '#tests/support/server-process.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const HOST = 'odds.example.org'
const deploy = path.resolve(import.meta.dirname, '../../deploy')
const tls = path.resolve(import.meta.dirname, '../support/tls')

/** What is in front: the file of deploy/ with the ports, the names and the certificate of this test. */
interface Proxy {
  name: string
  /** @returns the command, and the port of plain HTTP where it has one of its own */
  prepare(folder: string, ports: { https: number; http: number; sites: [number, number] }): string[]
}

function replaced(file: string, changes: readonly (readonly [from: string | RegExp, to: string])[]): string {
  let text = readFileSync(path.join(deploy, file), 'utf8')
  for (const [from, to] of changes) {
    const next = text.replaceAll(from, to)
    expect(next, `${file} has no ${from}`).not.toBe(text)
    text = next
  }
  return text
}

const nginx: Proxy = {
  name: 'nginx',
  prepare(folder, ports) {
    const site = replaced('nginx.conf', [
      [/^ *listen \[::\].*\n/gm, ''],
      ['listen 80;', `listen 127.0.0.1:${ports.http};`],
      ['listen 443 ssl', `listen 127.0.0.1:${ports.https} ssl`],
      ['127.0.0.1:3000', `127.0.0.1:${ports.sites[0]}`],
      ['127.0.0.1:3001', `127.0.0.1:${ports.sites[1]}`],
      ['/etc/ssl/overround/certificate.pem', path.join(tls, 'certificate.pem')],
      ['/etc/ssl/overround/key.pem', path.join(tls, 'key.pem')],
    ])
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    writeFileSync(path.join(folder, 'site.conf'), site)
    writeFileSync(
      path.join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
events { worker_connections 512; }
http { access_log off; ${temporary} include site.conf; }`,
    )
    return ['nginx', '-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr']
  },
}

const caddy: Proxy = {
  name: 'caddy',
  prepare(folder, ports) {
    const site = replaced('Caddyfile', [
      [
        `${HOST} {`,
        `https://${HOST}:${ports.https} {\n\tbind 127.0.0.1\n\ttls ${path.join(tls, 'certificate.pem')} ${path.join(tls, 'key.pem')}`,
      ],
      ['127.0.0.1:3000', `127.0.0.1:${ports.sites[0]}`],
      ['127.0.0.1:3001', `127.0.0.1:${ports.sites[1]}`],
    ])
    const options = '{\n\tadmin off\n\tauto_https disable_redirects\n}\n'
    writeFileSync(path.join(folder, 'Caddyfile'), options + site)
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', path.join(folder, 'Caddyfile')]
  },
}

/** They are programs of the machine: where one is missing, its file is not tested. */
const isThere = ({ name }: Proxy) => spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status === 0

describe.each([nginx, caddy])('the site behind $name', (proxy) => {
  describe.runIf(isThere(proxy))('as in deploy/', () => {
    let database: Database
    let sites: TestSite[]
    let child: ChildProcess
    let ended: Promise<unknown>
    let folder: string
    const ports = { https: 0, http: 0 }
    let output = ''

    beforeAll(async () => {
      database = await createTestDatabase()
      const env = { TRUST_PROXY: '1', APP_URL: `https://${HOST}` }
      sites = [await openSite(database, env), await openSite(database, env)]
      ports.https = await freePort()
      ports.http = await freePort()
      folder = mkdtempSync(path.join(os.tmpdir(), 'overround-proxy-'))
      mkdirSync(path.join(folder, 'home'))
      const [one = 0, two = 0] = sites.map(({ origin }) => Number(new URL(origin).port))
      const [command = '', ...args] = proxy.prepare(folder, { ...ports, sites: [one, two] })
      child = spawn(command, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, HOME: path.join(folder, 'home') },
      })
      ended = new Promise((resolve) => child.on('close', resolve))
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk) => {
          output += chunk
        })
      await vi.waitFor(async () => {
        expect(child.exitCode, output).toBeNull()
        expect((await ask('/en')).status).toBe(200)
      }, 20_000)
    }, 60_000)
    afterAll(async () => {
      child.kill('SIGTERM')
      await ended
      for (const site of sites) await site.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    })

    interface Asked {
      method?: string
      headers?: Record<string, string>
      body?: string | Buffer
    }

    function open(target: string, { method = 'GET', headers = {}, body }: Asked = {}) {
      return new Promise<http.IncomingMessage>((resolve, reject) => {
        const outgoing = https.request(
          {
            host: '127.0.0.1',
            port: ports.https,
            path: target,
            method,
            servername: HOST,
            rejectUnauthorized: false,
            agent: false,
            headers: { host: HOST, ...headers },
          },
          resolve,
        )
        outgoing.on('error', reject)
        outgoing.end(body)
      })
    }

    async function ask(target: string, asked: Asked = {}) {
      const response = await open(target, asked)
      const pieces: Uint8Array[] = []
      for await (const piece of response) pieces.push(piece)
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(pieces).toString(),
      }
    }

    it('serves pages of the public address, compressed by the site', async () => {
      const page = await ask('/en', { headers: { 'accept-encoding': 'br' } })
      expect([page.status, page.headers['content-encoding']]).toEqual([200, 'br'])
      expect(page.headers['strict-transport-security']).toContain('max-age')
      expect((await ask('/en')).text).toContain(`<link rel="canonical" href="https://${HOST}/en"`)
      expect((await ask('/readyz')).status).toBe(404)
      expect((await ask('/healthz')).text).toBe('ok')
    })

    it("passes on the visitor's real address, for any headers", async () => {
      const fields = { intent: 'sign-in', email: 'nobody@example.org', password: 'wrong password' }
      await ask('/en/login', {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': '203.0.113.7',
          origin: `https://${HOST}`,
          'sec-fetch-site': 'same-origin',
        },
      })
      await vi.waitFor(async () => {
        const rows = await database.kysely.selectFrom('sign_ins').select('ip_address').execute()
        expect(rows).toEqual([{ ip_address: '127.0.0.1' }])
      }, 20_000)
    })

    it('sends a change to an open page', async () => {
      await ask('/en')
      const stream = await open('/resources/live?page=/en')
      expect(stream.headers['content-type']).toBe('text/event-stream')
      let heard = ''
      stream.on('data', (chunk) => {
        heard += chunk
      })
      await database.kysely.updateTable('site_settings').set({ site_name: 'Renamed' }).execute()
      await vi.waitFor(() => expect(heard).toContain('data:'), 10_000)
      stream.destroy()
    })

    it('refuses a body that is larger than the limit of the back office', async () => {
      const upload = async (bytes: number) => {
        const body = Buffer.alloc(bytes)
        const headers = { 'content-type': 'application/octet-stream', 'content-length': String(bytes) }
        // Whoever refuses a body may close the connection before it is sent.
        return (await ask('/admin/media', { method: 'POST', body, headers }).catch(() => ({ status: 413 })))
          .status
      }
      const direct = await fetch(`${sites[0]?.origin}/admin/media`, {
        method: 'POST',
        body: Buffer.alloc(1_000),
      })
      expect(await upload(1_000)).toBe(direct.status)
      // Caddy counts what it has passed on: the site has refused a stranger's body before.
      expect(proxy === nginx ? [413] : [403, 413]).toContain(await upload(26 * 1024 * 1024))
    })

    it.runIf(proxy === nginx)('redirects from plain HTTP to the public address', async () => {
      const response = await fetch(`http://127.0.0.1:${ports.http}/de?tab=live`, {
        redirect: 'manual',
        headers: { host: HOST },
      })
      expect(response.status).toBe(301)
    })

    it('serves without a gap while one of the two processes is down', async () => {
      const [first, second] = sites
      if (!first || !second) throw new Error('there are no sites')
      const statuses: number[] = []
      let isOver = false
      const visiting = (async () => {
        for (let turn = 0; !isOver; turn += 1) statuses.push((await ask(`/en?tab=live&turn=${turn}`)).status)
      })()
      await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(5), 20_000)
      await first.close()
      sites = [second]
      const then = statuses.length
      await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(then + 20), 20_000)
      isOver = true
      await visiting
      expect(new Set(statuses)).toEqual(new Set([200]))
    })
  })
})
