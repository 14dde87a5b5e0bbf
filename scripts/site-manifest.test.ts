import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeSiteManifest } from './site-manifest.ts'

let client: string
beforeEach(async () => {
  client = await mkdtemp(path.join(os.tmpdir(), 'overround-manifest-'))
  await mkdir(path.join(client, 'assets'))
})
afterEach(() => rm(client, { recursive: true }))

function write(name: string, text: string): Promise<void> {
  return writeFile(path.join(client, 'assets', name), text)
}

describe('the route manifest for visitors', () => {
  it('is the complete one without routes that visitors do not open', async () => {
    const ids = [
      'root',
      'routes/site/home',
      'routes/resources/me',
      'match-by-id',
      'routes/admin/layout',
      'routes/api/me',
    ]
    const routes = Object.fromEntries(ids.map((id) => [id, { id }]))
    const manifest = { entry: {}, routes, url: '/assets/manifest-1c51.js', version: '1c51' }
    await write('manifest-1c51.js', `window.__reactRouterManifest=${JSON.stringify(manifest)};`)
    await writeSiteManifest(client)
    const text = await readFile(path.join(client, 'assets', 'site-manifest-1c51.js'), 'utf8')
    const written = JSON.parse(/^window\.__reactRouterManifest=(.*);$/.exec(text)?.[1] ?? '')
    expect(Object.keys(written.routes)).toEqual(ids.slice(0, 4))
    expect(written).toMatchObject({ entry: {}, version: '1c51' })
  })

  it.each([
    ['none is there', []],
    ['two are there', ['manifest-1.js', 'manifest-2.js']],
    ['it is written in another way', ['manifest-1.js']],
  ])('is not created when %s', async (_, names) => {
    for (const name of names) await write(name, 'export default {}')
    await expect(writeSiteManifest(client)).rejects.toThrow()
    expect(await readdir(path.join(client, 'assets'))).toEqual(names)
  })
})
