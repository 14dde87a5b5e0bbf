import { afterEach, describe, expect, it, vi } from 'vitest'
import { downloadTranslations } from './download.ts'
import { uploadTranslations } from './upload.ts'

afterEach(() => vi.unstubAllGlobals())

const answer = (fetched: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(fetched))
const file = (text = '{}') => new File([text], 'texts.json')

describe('downloading the file of texts', () => {
  const link = { href: '', download: '', click: vi.fn() }
  const inBrowser = (fetched: () => Promise<Response>) => {
    answer(fetched)
    vi.stubGlobal('document', { createElement: () => link })
  }

  it('saves the response of the site under its name', async () => {
    inBrowser(async () => new Response('{}'))
    expect(await downloadTranslations(false)).toEqual({ kind: 'exported' })
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/admin/translations/export')
    expect(link.download).toBe('translations_export.json')
    expect(link.href).toMatch(/^blob:/)
    expect(link.click).toHaveBeenCalledOnce()
  })

  it.each([
    ['is refused', async () => new Response(null, { status: 500 })],
    ['is not reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('reports a failure when the site %s', async (_, fetched) => {
    inBrowser(fetched)
    expect(await downloadTranslations(true)).toEqual({ kind: 'export-failed' })
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/admin/translations/export?built-in')
  })
})

describe('importing a file of texts', () => {
  const lines =
    (...told: object[]) =>
    async () =>
      new Response(told.map((line) => `${JSON.stringify(line)}\n`).join(''))

  it('sends it, and reports its progress', async () => {
    const warnings = { languages: [], namespaces: [], keys: [], noTexts: 0, examples: [] }
    const imported = { kind: 'imported', written: 150, warnings }
    answer(lines({ done: 100, total: 150 }, { done: 150, total: 150 }, imported))
    const progress = vi.fn()
    expect(await uploadTranslations(file('{"en":{}}'), progress)).toEqual(imported)
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      '/admin/translations/import',
      expect.objectContaining({ method: 'POST', body: '{"en":{}}' }),
    )
    expect(progress.mock.calls.map(([{ done }]) => done)).toEqual([0, 100, 150])
  })

  it('reports that the browser could not read it', async () => {
    answer(lines())
    const unreadable = Object.assign(file(), { arrayBuffer: () => Promise.reject(new Error('gone')) })
    expect(await uploadTranslations(unreadable, () => {})).toEqual({ kind: 'read-failed' })
    expect(fetch).not.toHaveBeenCalled()
  })

  it.each([
    ['does not take it', async () => new Response(null, { status: 500 })],
    ['is not reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['answers nonsense', async () => new Response('<html>')],
  ])('reports that it was not processed when the site %s', async (_, fetched) => {
    answer(fetched)
    expect(await uploadTranslations(file(), () => {})).toEqual({ kind: 'process-failed' })
  })

  it('reports how much was stored when the response ends early', async () => {
    answer(lines({ done: 100, total: 300 }))
    expect(await uploadTranslations(file(), () => {})).toEqual({ kind: 'failed', written: 100 })
  })
})
