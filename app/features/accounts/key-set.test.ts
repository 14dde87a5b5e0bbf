import { describe, expect, it, vi } from 'vitest'
import { createKeySet, type PublishedKey } from './key-set.ts'

const key = (kid: string): PublishedKey => ({ kid, alg: 'EdDSA', kty: 'OKP' })

/** A key set on a clock of the test's own. */
function open(...published: PublishedKey[]) {
  const clock = { ms: 1_000_000 }
  const source = { keys: published }
  const read = vi.fn(async () => source.keys)
  return { clock, source, read, keys: createKeySet(read, () => clock.ms) }
}

describe('a key set', () => {
  it('is read once for many tokens, and again when it has expired', async () => {
    const { keys, read, clock } = open(key('a'))
    await Promise.all([keys.find('a'), keys.find('a')])
    expect(await keys.find('a')).toEqual({ ok: true, key: key('a') })
    clock.ms += 10 * 60_000 - 1
    expect(await keys.find('a')).toEqual({ ok: true, key: key('a') })
    expect(read).toHaveBeenCalledTimes(1)
    clock.ms += 1
    await keys.find('a')
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('finds a new key, and is read at most once a minute', async () => {
    const { keys, read, clock, source } = open(key('old'))
    await keys.find('old')
    source.keys = [key('new'), key('old')]
    for (const made of ['up', 'again', 'new'])
      expect(await keys.find(made)).toEqual({ ok: false, error: 'No matching signing key found in JWKS' })
    expect(read).toHaveBeenCalledTimes(1)
    clock.ms += 60_000
    expect(await keys.find('new')).toEqual({ ok: true, key: key('new') })
    expect(await keys.find('old')).toEqual({ ok: true, key: key('old') })
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('reports that it is empty, and is then also read at most once a minute', async () => {
    const { keys, read, clock, source } = open()
    for (const made of ['up', 'again', 'a'])
      expect(await keys.find(made)).toEqual({ ok: false, error: 'JWKS is empty' })
    expect(read).toHaveBeenCalledTimes(1)
    source.keys = [key('a')]
    clock.ms += 60_000
    expect(await keys.find('a')).toEqual({ ok: true, key: key('a') })
  })

  it('finds at once the first key, and one that was created during a read', async () => {
    const { keys, source, read } = open()
    await keys.find('made up')
    keys.announce('first')
    const late = Promise.withResolvers<PublishedKey[]>()
    read.mockReturnValueOnce(late.promise)
    const early = keys.find('made up')
    source.keys = [key('second'), key('first')]
    keys.announce('second')
    expect(await keys.find('second')).toEqual({ ok: true, key: key('second') })
    late.resolve([key('first')])
    await early
    expect(await keys.find('second')).toEqual({ ok: true, key: key('second') })
  })

  it('finds at once a key that this process created', async () => {
    const { keys, source } = open(key('old'))
    await keys.find('made up')
    source.keys = [key('new'), key('old')]
    keys.announce('new')
    expect(await keys.find('new')).toEqual({ ok: true, key: key('new') })
  })

  it('does not cache a failed read', async () => {
    const { keys, read } = open(key('a'))
    read.mockRejectedValueOnce(new Error('database away'))
    await expect(keys.find('a')).rejects.toThrow('database away')
    expect(await keys.find('a')).toEqual({ ok: true, key: key('a') })
  })
})
