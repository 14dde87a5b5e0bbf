import { expect, it } from 'vitest'
import { keepForm } from './keep-form.ts'

async function answerTo(contentType: string, result: unknown) {
  const headers = { 'content-type': contentType }
  const request = new Request('https://site.example/admin/sports', { method: 'POST', headers })
  const results = await keepForm({ request } as never, async () => ({ route: { type: 'error', result } }))
  return (results as Record<string, { type: string; result: { data: unknown } }>).route
}

it('two saves without an outcome are two failures: the second one is noticed when it follows at once', async () => {
  const lost = () => answerTo('application/json', new TypeError('Failed to fetch'))
  const [first, second] = [await lost(), await lost()]
  expect(first).toMatchObject({ type: 'data', result: { data: { kind: 'failed', message: null } } })
  expect(second).toEqual(first)
  expect(second?.result.data).not.toBe(first?.result.data)
})

it('a plain form and a redirect are not affected', async () => {
  const error = new TypeError('Failed to fetch')
  const redirect = new Response(null, { status: 302 })
  expect(await answerTo('application/x-www-form-urlencoded', error)).toEqual({ type: 'error', result: error })
  expect(await answerTo('application/json', redirect)).toEqual({ type: 'error', result: redirect })
})
