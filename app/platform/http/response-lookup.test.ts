import { expect, it } from 'vitest'
import { type CachedResponse, makeCachedResponse } from './cached-response.server.ts'
import { createPageCache } from './page-cache.server.ts'
import { createResponseLookup, type ReadRequest } from './response-lookup.server.ts'

const file = await makeText('file')
const signedOut = await makeText('signed out')

function makeText(text: string): Promise<CachedResponse> {
  return makeCachedResponse({
    status: 200,
    headers: [['content-type', 'text/plain']],
    body: Buffer.from(text),
  })
}

const cache = createPageCache({
  isPublicPage: (path) => path === '/en',
  parametersOf: () => ({}),
  security: { https: false },
  mayBypass: async (cookie) => cookie === 'administrator',
  onError() {},
})

let rendered = 0
const lookup = createResponseLookup({
  cache,
  files: {
    find: (path) => (path === '/loaded.txt' ? file : undefined),
    load: async (path) => (path === '/assets/file.js' ? file : undefined),
    owns: (path) => path.startsWith('/assets/'),
  },
  anonymous: new Map([['/resources/me', signedOut]]),
  handle: async () => {
    rendered += 1
    return new Response(`page ${rendered}`)
  },
  networkOf: () => '',
})

const find = (target: string, more: Partial<ReadRequest> = {}) =>
  lookup({
    host: 'odds.example',
    target,
    peer: '192.0.2.1',
    forwardedFor: undefined,
    cookie: undefined,
    authorization: undefined,
    ...more,
  })

it('finds a file and a cached page at once, and loads or renders them otherwise', async () => {
  expect(find('/loaded.txt')).toBe(file)
  expect(await find('/assets/file.js')).toBe(file)
  const page = await find('/en')
  expect(page).toMatchObject({ status: 200 })
  expect(find('/en')).toBe(page)
})

it('leaves to the application what is not a page, has no valid address or is unknown', async () => {
  expect(await find('/admin')).toBeUndefined()
  expect(await find('/assets/none.js')).toBeUndefined()
  expect(find('/en/')).toBeUndefined()
  expect(find('/en', { host: 'a b' })).toBeUndefined()
})

it('answers only requests without cookies and credentials from memory', async () => {
  const known = (await find('/resources/me'))?.representations.identity
  expect(known?.body).toBe(signedOut.representations.identity?.body)
  // When it is sent: the page compares the visitor's clock with it.
  expect(known?.headers.slice(-2)).toEqual(['server-timing', expect.stringMatching(/^now;dur=\d{13}$/)])
  expect(await find('/resources/me', { cookie: 'session=1' })).toBeUndefined()
  expect(await find('/resources/me', { authorization: 'Bearer x' })).toBeUndefined()
})

it('renders a page again at the request of an administrator', async () => {
  await find('/en')
  const before = rendered
  await find('/en?clearCache=1', { cookie: 'visitor' })
  expect(rendered).toBe(before)
  await find('/en?clearCache=1', { cookie: 'administrator' })
  expect(rendered).toBe(before + 1)
})
