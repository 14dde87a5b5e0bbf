import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { precompress } from '#scripts/precompress.ts'
import { type CachedSite, ENTRANCES, html, openCachedSite } from '#tests/support/cached-site.ts'

const SCRIPT = 'export const answer = 42\n'.repeat(100)

describe.each(ENTRANCES)('a file of the client build through %s', (entrance) => {
  let folder: string
  let site: CachedSite
  const open = async () => {
    site = await openCachedSite(entrance, async (request) => html(`page ${new URL(request.url).pathname}`), {
      directory: path.join(folder, 'client'),
    })
  }

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'overround-static-'))
    await mkdir(path.join(folder, 'client/assets'), { recursive: true })
    await writeFile(path.join(folder, 'secret.txt'), 'secret')
    await writeFile(path.join(folder, 'client/assets/app-1a2b.js'), SCRIPT)
    await writeFile(path.join(folder, 'client/assets/logo-1a2b.png'), Buffer.alloc(2_000))
    await writeFile(path.join(folder, 'client/robots ü.txt'), 'User-agent: *')
  })
  afterEach(async () => {
    await site.close()
    await rm(folder, { recursive: true })
  })

  it('has its content type, and is immutable when its name contains its hash', async () => {
    await open()
    for (let i = 0; i < 2; i += 1) {
      const script = await site.get('/assets/app-1a2b.js')
      expect(script.text).toBe(SCRIPT)
      expect(script.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      })
    }
    const robots = await site.get('/robots%20%C3%BC.txt')
    expect(robots.text).toBe('User-agent: *')
    expect(robots.headers).toMatchObject({ 'cache-control': 'public, max-age=3600' })
  })

  it.each(['compressed when first asked for', 'compressed by the build'])('is sent %s', async (when) => {
    if (when.endsWith('build')) await precompress(path.join(folder, 'client'))
    await open()
    const br = await site.get('/assets/app-1a2b.js', { 'accept-encoding': 'br, gzip' })
    const gz = await site.get('/assets/app-1a2b.js', { 'accept-encoding': 'br;q=0, gzip' })
    expect([br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect([brotliDecompressSync(br.body).toString(), gunzipSync(gz.body).toString()]).toEqual([
      SCRIPT,
      SCRIPT,
    ])
    const again = await site.get('/assets/app-1a2b.js', {
      'accept-encoding': 'br',
      'if-none-match': String(br.headers.etag),
    })
    expect(again.status).toBe(304)
    const head = await site.get('/assets/app-1a2b.js', { 'accept-encoding': 'br' }, 'HEAD')
    expect([head.text, head.headers['content-length']]).toEqual(['', String(br.body.length)])
  })

  it('is not compressed again when that gains nothing', async () => {
    await open()
    const { headers } = await site.get('/assets/logo-1a2b.png', { 'accept-encoding': 'br' })
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'content-length': '2000' })
    expect(headers).not.toHaveProperty('vary')
  })

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/assets/%2e%2e%5c..%5csecret.txt',
    '/assets/',
  ])('is not found under %s', async (target) => {
    await open()
    const answer = await site.get(target)
    expect(answer.text).not.toContain('secret')
    const isSlashLess = answer.status === 308 && answer.headers.location === '/assets'
    expect(isSlashLess || [400, 404].includes(answer.status)).toBe(true)
  })

  it('is not found when only an older build had it, and neither is a folder', async () => {
    await precompress(path.join(folder, 'client'))
    await open()
    expect(await site.get('/assets/app-old.js')).toMatchObject({ status: 404, text: '' })
    expect(await site.get('/assets/app-1a2b.js.br')).toMatchObject({ status: 404 })
    expect((await site.get('/assets')).text).toBe('page /assets')
    expect((await site.get('/favicon.ico')).text).toBe('page /favicon.ico')
  })
})
