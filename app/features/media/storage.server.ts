import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { Env, S3Settings } from '#app/platform/env.ts'

/** The storage of uploads. Names are hashes of the content, so a stored file never changes. */
export interface MediaStorage {
  put(name: string, type: string, body: Buffer): Promise<void>
  /** Null if the file does not exist. */
  get(name: string): Promise<Buffer | null>
  /** Succeeds also if the file does not exist. */
  delete(name: string): Promise<void>
}

const ANSWER_LIMIT_MS = 20_000

/** The S3-compatible storage of the environment, else a folder in the data directory. */
export function openMediaStorage(env: Env): MediaStorage {
  return env.s3 ? inBucket(env.s3) : inFolder(path.join(env.dataDir, 'media'))
}

function inFolder(folder: string): MediaStorage {
  return {
    async put(name, _type, body) {
      await mkdir(folder, { recursive: true })
      // Write under a temporary name first, so no process reads half a file or overwrites another's.
      const draft = path.join(folder, `.${randomUUID()}`)
      try {
        await writeFile(draft, body)
        await rename(draft, path.join(folder, name))
      } catch (error) {
        // On a full disk, a part of the file is there.
        await rm(draft, { force: true }).catch(() => {})
        throw error
      }
    },
    async get(name) {
      try {
        return await readFile(path.join(folder, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async delete(name) {
      await rm(path.join(folder, name), { force: true })
    },
  }
}

function inBucket(settings: S3Settings): MediaStorage {
  const { accessKeyId, secretAccessKey, region, endpoint, bucket } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const ask = (name: string, init: RequestInit) =>
    client.fetch(`${endpoint}/${bucket}/media/${name}`, {
      ...init,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
  const failure = (what: string, { status }: Response) =>
    new Error(`The storage failed to ${what}: status ${status}`)
  return {
    async put(name, type, body) {
      const response = await ask(name, {
        method: 'PUT',
        headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' },
        body: new Uint8Array(body),
      })
      await response.body?.cancel()
      if (!response.ok) throw failure('store an image', response)
    },
    async get(name) {
      const response = await ask(name, { method: 'GET' })
      if (response.ok) return Buffer.from(await response.arrayBuffer())
      await response.body?.cancel()
      // Without the right to list the bucket, S3 answers 403 for a missing file.
      if (response.status === 404 || response.status === 403) return null
      throw failure('read an image', response)
    },
    async delete(name) {
      const response = await ask(name, { method: 'DELETE' })
      await response.body?.cancel()
      if (!response.ok && response.status !== 404) throw failure('delete an image', response)
    },
  }
}
