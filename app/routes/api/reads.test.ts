import { describe, expect, it } from 'vitest'
import { tagged } from './reads.server.ts'

describe('a long answer of the API', () => {
  const codingOf = async (caching: string, length = 5_000) => {
    const request = new Request('http://localhost/', { headers: { 'accept-encoding': 'br, gzip' } })
    const { headers } = await tagged(request, 'a'.repeat(length), { 'Cache-Control': caching })
    return headers.get('content-encoding')
  }

  it('is compressed if it is the same for everybody', async () => {
    expect(await codingOf('public, max-age=10')).toBe('br')
    expect(await codingOf('public, max-age=10', 1_000)).toBeNull()
  })

  // Its length would tell what is in it to who can put something beside it.
  it.each(['private, no-store', 'private, max-age=10'])(
    'is not if it is personal or for a key: %s',
    async (caching) => {
      expect(await codingOf(caching)).toBeNull()
    },
  )
})
