import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { parseEnv } from '#app/platform/env.ts'
import { openMediaStorage } from './storage.server.ts'

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

/** The part of an S3-compatible storage that the site uses. */
async function startBucket() {
  const kept = new Map<string, Buffer>()
  const requests: IncomingMessage[] = []
  const server = createServer(async (request, response) => {
    requests.push(request)
    const body = Buffer.concat(await request.toArray())
    const url = request.url ?? ''
    if (
      !/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-west-1\/s3\/aws4_request, /.test(
        request.headers.authorization ?? '',
      )
    )
      return response.writeHead(403).end()
    if (request.method === 'PUT') kept.set(url, body)
    const found = kept.get(url)
    response.writeHead(found ? 200 : 404).end(request.method === 'GET' ? found : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => new Promise((resolve) => server.close(resolve)))
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, kept, requests, server }
}

const environment = (endpoint: string) => ({
  S3_ENDPOINT: `${endpoint}/`,
  S3_BUCKET: 'site',
  S3_REGION: 'eu-west-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
})

describe('the storage of images', () => {
  it('is a folder beside the data, in which two processes can write the same file', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'overround-media-'))
    ending.push(() => rm(dataDir, { recursive: true }))
    const env = parseEnv({ DATA_DIR: dataDir })
    const body = Buffer.alloc(200_000, 7)
    await Promise.all([1, 2, 3].map(() => openMediaStorage(env).put('a.png', 'image/png', body)))
    expect(await openMediaStorage(env).get('a.png')).toEqual(body)
    expect(await openMediaStorage(env).get('b.png')).toBeNull()
    // A file that cannot be stored leaves nothing behind.
    await mkdir(path.join(dataDir, 'media', 'b.png'))
    await expect(openMediaStorage(env).put('b.png', 'image/png', body)).rejects.toThrow()
    expect(await readdir(path.join(dataDir, 'media'))).toEqual(['a.png', 'b.png'])
  })

  it('is a bucket when the environment names one', async () => {
    const { endpoint, kept, requests } = await startBucket()
    const storage = openMediaStorage(parseEnv(environment(endpoint)))
    await storage.put('a.webp', 'image/webp', Buffer.from('picture'))
    expect(kept.get('/site/media/a.webp')?.toString()).toBe('picture')
    expect(requests[0]?.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await storage.get('a.webp'))?.toString()).toBe('picture')
    expect(await storage.get('b.webp')).toBeNull()
  })

  it('reports a refusal of the bucket', async () => {
    const { endpoint } = await startBucket()
    const storage = openMediaStorage(parseEnv({ ...environment(endpoint), S3_ACCESS_KEY_ID: 'stranger' }))
    await expect(storage.put('a.webp', 'image/webp', Buffer.from('x'))).rejects.toThrow('status 403')
  })

  it('needs all of its settings or none', () => {
    expect(() => parseEnv({ S3_BUCKET: 'site', S3_ENDPOINT: 'https://s3.example' })).toThrow(
      'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
    )
  })
})
