import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Feeds as files in a temporary folder. */
export interface FeedFiles {
  /** Writes a body into a new file that was last changed at an instant: the importer takes that as its time. */
  write(body: unknown, at: Date | string): Promise<string>
  remove(): Promise<void>
}

export async function createFeedFiles(): Promise<FeedFiles> {
  const folder = await mkdtemp(path.join(tmpdir(), 'overround-feeds-'))
  let files = 0
  return {
    async write(body, at) {
      files += 1
      const file = path.join(folder, `feed-${files}.json`)
      await writeFile(file, typeof body === 'string' ? body : JSON.stringify(body))
      await utimes(file, new Date(at), new Date(at))
      return file
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
