import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Services } from '#app/platform/services.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { getAuth } from './auth.server.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'
import { admitAdmin } from './session.server.ts'

let database: Database
let services: Services
let cookie: string

beforeAll(async () => {
  database = await createTestDatabase()
  services = createServices(database)
  const auth = await getAuth(services)
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: '192.0.2.1' })
  const body = { email: 'boss@example.org', password: 'kettle-42' }
  await auth.api.signUpEmail({ body: { ...body, name: '', username: 'boss' }, headers })
  await set({ is_active: true, preferred_language: 'it' })
  const response = await auth.api.signInEmail({ body, headers, asResponse: true })
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
})
afterAll(() => database.close())

function set(fields: {
  role?: string
  is_active?: boolean
  preferred_language?: string
  must_change_password?: boolean
  two_factor_enabled?: boolean
}) {
  return database.kysely.updateTable('profiles').set(fields).where('email', '=', 'boss@example.org').execute()
}

async function require(on: boolean) {
  await database.kysely.updateTable('site_settings').set({ require_admin_two_factor: on }).execute()
  services.memo.drop(['settings'])
}

/** The admitted user, or the redirect. */
async function knock(headers: Record<string, string> = { cookie }) {
  const url = new URL('http://localhost/admin/sports?q=x')
  // What a navigation within the page asks for.
  const request = new Request('http://localhost/admin/sports.data?q=x', { headers })
  const admission = await admitAdmin(services, request, url)
  return admission.kind === 'admitted' ? admission.session.user.email : admission.to
}

describe('the back office', () => {
  it('redirects visitors to the sign-in screen, and back afterwards', async () => {
    expect(await knock({})).toBe('/en/login?next=%2Fadmin%2Fsports%3Fq%3Dx')
    expect(await knock({ cookie: 'overround.session_token=forged.c2ln' })).toMatch(/login/)
  })

  it('redirects users who are not administrators to the home page', async () => {
    expect(await knock()).toBe('/')
  })

  it('admits administrators once they have replaced a one-time password', async () => {
    await set({ role: 'admin', must_change_password: true })
    expect(await knock()).toBe('/it/profile?tab=password&next=%2Fadmin%2Fsports%3Fq%3Dx')
    await set({ must_change_password: false })
    expect(await knock()).toBe('boss@example.org')
  })

  it('requires a second factor of administrators when the operator requires one', async () => {
    await set({ role: 'admin' })
    await require(true)
    expect(await knock()).toBe('/it/profile?tab=password&next=%2Fadmin%2Fsports%3Fq%3Dx')
    await set({ two_factor_enabled: true })
    expect(await knock()).toBe('boss@example.org')
    await set({ two_factor_enabled: false })
    await require(false)
    expect(await knock()).toBe('boss@example.org')
  })

  it('does not admit an account that was closed', async () => {
    await set({ is_active: false })
    expect(await knock()).toMatch(/login/)
  })
})
