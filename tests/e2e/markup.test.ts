import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join } from '#tests/support/accounts.ts'
import { readDocument } from '#tests/support/links.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { checkMarkup, hasJava } from '#tests/support/markup.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { type SiteClient, siteAt } from '#tests/support/site.ts'

let mailbox: Mailbox
let server: RunningServer
let site: SiteClient
let cookie: string

const java = hasJava()
if (!java) console.log('   No Java: the documents are not checked by the Nu Html Checker.')

describe.skipIf(!java)('the documents of the site', () => {
  beforeAll(async () => {
    mailbox = await openMailbox()
    server = await startServer({ content: 'world', env: { SMTP_URL: mailbox.url, TRUST_PROXY: '1' } })
    site = siteAt(server.origin)
    cookie = await join(site, mailbox, 'ada@example.org')
  })
  afterAll(async () => {
    await server.stop()
    await mailbox.close()
  })

  it('are valid HTML, without an error or a warning', async () => {
    const documents = new Map([...(await readDocuments('en')), ...(await readDocuments('ar'))])
    expect(await checkMarkup(documents)).toEqual([])
  })
})

async function read(path: string, status: number): Promise<string> {
  const response = await site.get(path, path.endsWith('/profile') ? { cookie } : {})
  expect(response.status, path).toBe(status)
  return response.text()
}

/** A page of each kind in a language, by its path. */
async function readDocuments(lang: string): Promise<Map<string, string>> {
  const league = `/${lang}/soccer/italy/serie-a`
  const { links } = readDocument(await read(league, 200))
  const match = links.find(({ href }) => href.startsWith(`${league}/`))?.href
  if (match === undefined) throw new Error(`${league} has no match`)
  const documents = new Map<string, string>()
  for (const [path, status] of [
    [`/${lang}`, 200],
    [`/${lang}?tab=live`, 200],
    [`/${lang}/soccer`, 200],
    [`/${lang}/soccer/italy`, 200],
    [league, 200],
    [match, 200],
    [`${match}?sort=home`, 200],
    [`/${lang}/dropping-odds?since=opening`, 200],
    [`/${lang}/sure-bets`, 200],
    [`/${lang}/tools`, 200],
    [`/${lang}/search`, 200],
    [`/${lang}/search?q=inter`, 200],
    [`/${lang}/login`, 200],
    [`/${lang}/register`, 200],
    [`/${lang}/reset-password`, 200],
    [`/${lang}/profile`, 200],
    [`/${lang}/no/such/place/at/all/here`, 404],
    [`/${lang}/soccer/atlantis`, 404],
  ] as const) {
    documents.set(path, await read(path, status))
  }
  return documents
}
