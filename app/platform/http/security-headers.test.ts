import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inlineScripts } from './inline-scripts.ts'
import {
  contentSecurityPolicy,
  documentHeaders,
  responseHeaders,
  secureResponse,
} from './security-headers.server.ts'

describe('inlineScripts', () => {
  it.each([
    ['<script>a()</script>', ['a()']],
    ['<SCRIPT async data-x="a>b" type=\'module\'>a()</ScRiPt >', ['a()']],
    ['<script type="">a()</script><script type="text/javascript">b()</script>', ['a()', 'b()']],
    ['<script type=importmap>{}</script>', ['{}']],
    ['<script type="application/ld+json">{}</script>', []],
    ['<script type="text/template"><b></b></script>', []],
    ['<script src="/x.js"></script><script src>not run</script>', []],
    ['<script data-src="x">a()</script>', ['a()']],
    ['<script>if (a</b/) "</scripture>"</script>', ['if (a</b/) "</scripture>"']],
    ['<script>a\r\nb\rc</script>', ['a\nb\nc']],
    ['<!-- <script>no()</script> --><script>yes()</script>', ['yes()']],
    ['<!--><script>yes()</script>-->', ['yes()']],
    ['<a title="<script>no()</script>">x</a><script>yes()</script>', ['yes()']],
    ['<textarea><script>no()</script></textarea><script>yes()</script>', ['yes()']],
    ['<style>a{content:"<script>no()</script>"}</style><script>yes()</script>', ['yes()']],
    ['<title><script></title><script>yes()</script>', ['yes()']],
    ['<noscript><script>no()</script></noscript><script>yes()</script>', ['yes()']],
    ['<script><!-- <script>a</script> --></script>', ['<!-- <script>a</script> -->']],
    ['<script><!-- a</script><script>b</script>', ['<!-- a', 'b']],
    ['1 < 2 <script>a()</script>', ['a()']],
    ['<script>unfinished', ['unfinished']],
    ['', []],
  ])('finds in %s: %j', (html, expected) => {
    expect(inlineScripts(html)).toEqual(expected)
  })

  it('leaves out those without the given nonce', () => {
    const html = '<script nonce="a">own()</script><script nonce="b">no()</script><script>no()</script>'
    expect(inlineScripts(html, 'a')).toEqual(['own()'])
  })

  // In quadratic time this would outlast the test's limit by far.
  it('reads a hostile document in linear time', () => {
    for (const part of [
      '<script ',
      '<',
      '<!--',
      '<a b=',
      '<script><!--<script>',
      "<a '",
      '</title>',
      '<title>',
    ]) {
      expect(inlineScripts(part.repeat(500_000)).length).toBeLessThan(2)
    }
  })
})

describe('documentHeaders', () => {
  const policyOf = (scripts: string[], https = false, origins: string[] = []) =>
    contentSecurityPolicy(scripts, https, origins)

  it('allows the inline scripts that it is given by their hash', () => {
    const hash = createHash('sha256').update('é()', 'utf8').digest('base64')
    expect(policyOf(['é()', 'é()'])).toContain(`script-src 'self' 'sha256-${hash}';`)
  })

  it('allows no inline script by default', () => {
    expect(new Map(documentHeaders(false)).get('content-security-policy')).toContain("script-src 'self';")
  })

  it("adds an administrator's script origins, and ignores values that are not origins", () => {
    const policy = policyOf([], false, [
      'https://tags.example',
      'https://x.example; script-src *',
      "'unsafe-inline'",
      'a,b',
    ])
    expect(policy).toContain("script-src 'self' https://tags.example;")
    expect(policy).toContain("connect-src 'self' https://tags.example;")
    expect(policy).not.toMatch(/\*|,|script-src[^;]*unsafe/)
  })

  it('sends HSTS only when the site is https', () => {
    const names = (https: boolean) => documentHeaders(https).map(([name]) => name)
    expect(names(true)).toContain('strict-transport-security')
    expect(names(false)).not.toContain('strict-transport-security')
    expect(names(false)).toContain('cross-origin-resource-policy')
    const pinned = (https: true | 'subdomains') =>
      new Map(responseHeaders(https)).get('strict-transport-security')
    expect([pinned(true), pinned('subdomains')]).toEqual([
      'max-age=31536000',
      'max-age=31536000; includeSubDomains',
    ])
    expect(policyOf([], true)).toContain('upgrade-insecure-requests')
    expect(policyOf([], false)).not.toContain('upgrade-insecure-requests')
  })
})

describe('secureResponse', () => {
  it('keeps what a response sets itself', async () => {
    const own = new Response('<p>', {
      headers: { 'content-type': 'text/html', 'referrer-policy': 'no-referrer' },
    })
    const secured = await secureResponse(own, { https: false })
    expect(secured.headers.get('referrer-policy')).toBe('no-referrer')
    expect(secured.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(await secured.text()).toBe('<p>')
  })

  it('does not buffer a stream', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const events = new Response(readable, { headers: { 'content-type': 'text/event-stream' } })
    const secured = await secureResponse(events, { https: false })
    void writable.getWriter().write(new TextEncoder().encode('data: 1\n\n'))
    const first = await secured.body?.getReader().read()
    expect(new TextDecoder().decode(first?.value)).toBe('data: 1\n\n')
    expect(secured.headers.get('x-content-type-options')).toBe('nosniff')
    expect(secured.headers.has('content-security-policy')).toBe(false)
  })
})
