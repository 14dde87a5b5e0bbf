import { describe, expect, it } from 'vitest'
import { withPublicUrl } from './public-url.server.ts'

const ask = (headers: Record<string, string>, origin: string | undefined, trustedProxies = 0) =>
  withPublicUrl(new Request('http://10.0.0.7:3000/en/login?next=%2Fen', { headers }), {
    origin,
    trustedProxies,
  }).url

describe('the address of a request', () => {
  it('is the public one if the site has one', () => {
    expect(ask({}, 'https://odds.example')).toBe('https://odds.example/en/login?next=%2Fen')
  })

  it('is unchanged if the request has it already', () => {
    const request = new Request('https://odds.example/en/login')
    expect(withPublicUrl(request, { origin: 'https://odds.example', trustedProxies: 0 })).toBe(request)
  })

  it('has the scheme that a trusted proxy names', () => {
    const header = { 'x-forwarded-proto': 'https' }
    expect(ask(header, undefined, 1)).toBe('https://10.0.0.7:3000/en/login?next=%2Fen')
    expect(ask({ 'x-forwarded-proto': 'http, https' }, undefined, 1)).toMatch(/^https:/)
    expect(ask({ 'x-forwarded-proto': 'https, http' }, undefined, 1)).toMatch(/^http:/)
    expect(ask({ 'x-forwarded-proto': 'javascript' }, undefined, 1)).toMatch(/^http:/)
    expect(ask(header, undefined, 0)).toMatch(/^http:/)
  })

  it('changes nothing else of the request', async () => {
    const request = new Request('http://10.0.0.7/en/login', {
      method: 'POST',
      headers: { origin: 'https://odds.example' },
      body: new URLSearchParams({ email: 'ada@example.org' }),
    })
    const seen = withPublicUrl(request, { origin: 'https://odds.example', trustedProxies: 0 })
    expect([seen.method, seen.headers.get('origin')]).toEqual(['POST', 'https://odds.example'])
    expect((await seen.formData()).get('email')).toBe('ada@example.org')
  })
})
