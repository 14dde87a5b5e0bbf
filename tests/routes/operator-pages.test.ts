import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEditorPages } from '#app/features/pages/editor-queries.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let languages: Map<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  const rows = await database.kysely.selectFrom('languages').select(['code', 'id']).execute()
  languages = new Map(rows.map(({ code, id }) => [code, id]))
})
afterAll(async () => {
  await site.close()
  await database.close()
})

type Texts = Record<string, [title: string, body: string]>

async function write(
  slug: string,
  texts: Texts,
  values: { menu_position?: number; is_published?: boolean } = {},
) {
  const { id } = await database.kysely
    .insertInto('pages')
    .values({ slug, is_published: true, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = Object.entries(texts).map(([code, [title, body]]) => ({
    ...{ page_id: id, language_id: languages.get(code) ?? '', title, body },
  }))
  await database.kysely.insertInto('multilingual_pages').values(rows).execute()
  return id
}

/** Writes a page unless a test before has written it. */
async function ensure(slug: string, texts: Texts, values = {}) {
  const there = await database.kysely.selectFrom('pages').select('id').where('slug', '=', slug).execute()
  if (there.length === 0) await write(slug, texts, values)
}
const imprint = () =>
  ensure('imprint', {
    en: [
      'Imprint',
      '# Company\n\nOdds *Ltd*, [register](https://register.example) & [tools](/tools).\n\n<b>x</b>',
    ],
    ar: ['بصمة', 'شركة'],
    de: ['Impressum', ''],
  })
const about = () => ensure('about', { en: ['About us', 'x'], it: ['Chi siamo', 'x'] }, { menu_position: 0 })

const open = async (path: string) => {
  const response = await site.get(path)
  return { status: response.status, html: await response.text() }
}

describe('a page of the operator', () => {
  beforeAll(imprint)

  it('is Markdown with a head of its own, in each language that has its text', async () => {
    const { status, html } = await open('/en/pages/imprint')
    expect(status).toBe(200)
    expect(html).toContain('<h1 class="title">Imprint</h1>')
    expect(html).toContain('<h2>Company</h2>')
    expect(html).toContain('<a href="https://register.example" rel="nofollow noopener">register</a>')
    expect(html).toContain('<a href="/en/tools">tools</a>')
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;')
    const head = html.slice(0, html.indexOf('</head>'))
    expect(head).toContain('<title>Imprint | Overround</title>')
    expect(head).toContain('content="Odds Ltd, register &amp; tools. &lt;b&gt;x&lt;/b&gt;"')
    expect(head).toMatch(/rel="canonical" href="[^"]+\/en\/pages\/imprint"/)
    expect([...head.matchAll(/hrefLang="([^"]+)"/gi)].map(([, language]) => language).sort()).toEqual([
      ...['ar', 'en', 'x-default'],
    ])
    expect((await open('/ar/pages/imprint')).html).toContain(
      '<article class="operator-page"><h1 class="title">بصمة</h1>',
    )
  })

  it('has the text of the default language where it has none, and says so', async () => {
    const { status, html } = await open('/de/pages/imprint')
    expect(status).toBe(200)
    expect(html).toContain(
      '<article class="operator-page" lang="en" dir="ltr"><h1 class="title">Imprint</h1>',
    )
    expect(html).toMatch(/rel="canonical" href="[^"]+\/en\/pages\/imprint"/)
  })

  it('is not there while it is a draft, and without a text', async () => {
    await write('draft', { en: ['Draft', 'x'] }, { is_published: false })
    await write('empty', { en: ['Empty', ''] })
    for (const slug of ['draft', 'empty', 'unknown'])
      expect((await open(`/en/pages/${slug}`)).status).toBe(404)
    expect((await open('/en/pages')).status).toBe(404)
  })

  it('is in the legal column of the footer by position, after the links', async () => {
    await database.kysely
      .insertInto('footer_links')
      .values({ section_type: 'legal', title: 'Ours', url: 'https://ours.example' })
      .execute()
    await about()
    const linksOf = (html: string) =>
      [...html.slice(html.indexOf('<footer')).matchAll(/<li><a href="([^"]+)"([^>]*)>([^<]+)/g)].map(
        ([, href, , title]) => [href, title],
      )
    const { html } = await open('/it')
    expect(linksOf(html)).toEqual([
      ['https://ours.example', 'Ours'],
      ['/it/pages/about', 'Chi siamo'],
      ['/it/pages/imprint', 'Imprint'],
    ])
    expect(html).toContain('<a href="/it/pages/imprint" lang="en">')
  })

  async function addressesOf(language: string) {
    const index = await (await site.get('/sitemap.xml')).text()
    const files = [...index.matchAll(/<loc>[^<]*(\/sitemaps\/[^<]+)<\/loc>/g)].map(([, path]) => path ?? '')
    const own = files.filter((path) => path.startsWith(`/sitemaps/${language}-`))
    const texts = await Promise.all(own.map(async (path) => (await site.get(path)).text()))
    return [...texts.join('').matchAll(/<loc>[^<]*(\/\w\w\/pages\/[^<]+)<\/loc>/g)]
      .map(([, path]) => path)
      .sort()
  }

  it('is in the sitemap in the languages that have its text', async () => {
    await about()
    expect(await addressesOf('en')).toEqual(['/en/pages/about', '/en/pages/imprint'])
    expect(await addressesOf('it')).toEqual(['/it/pages/about'])
    expect(await addressesOf('tr')).toEqual([])
  })

  it('has no file of the sitemap in a language without any text', async () => {
    await about()
    const index = await (await site.get('/sitemap.xml')).text()
    const files = [...index.matchAll(/<loc>[^<]*(\/sitemaps\/[^<]+)<\/loc>/g)].map(([, path]) => path ?? '')
    for (const path of files) expect(await (await site.get(path)).text(), path).toContain('<loc>')
    const [number] = files
      .filter((path) => path.startsWith('/sitemaps/it-'))
      .flatMap((it) => /\d+/.exec(it) ?? [])
    expect((await site.get(`/sitemaps/tr-${number}.xml`)).status).toBe(404)
  })

  it('keeps its address when another language becomes the default', async () => {
    const setDefault = (code: string) =>
      database.kysely.transaction().execute(async (trx) => {
        await trx.updateTable('languages').set({ is_default: false }).where('is_default', '=', true).execute()
        await trx.updateTable('languages').set({ is_default: true }).where('code', '=', code).execute()
      })
    await setDefault('tr')
    for (const language of ['tr', 'de'])
      await expect
        .poll(async () => (await open(`/${language}`)).html)
        .toContain(`<a href="/${language}/pages/imprint" lang="en">`)
    for (const path of ['/tr/pages/imprint', '/de/pages/imprint']) expect((await open(path)).status).toBe(200)
    await setDefault('en')
  })

  describe('with another slug', () => {
    const rename = (slug: string, values: object) =>
      database.kysely.updateTable('pages').set(values).where('slug', '=', slug).execute()
    const at = async (path: string) => {
      const response = await site.get(path)
      return [response.status, response.headers.get('location')]
    }
    afterAll(() =>
      database.kysely.deleteFrom('pages').where('slug', 'in', ['story', 'careers', 'odd-jobs']).execute(),
    )
    /** The answer at an address, once the site has learned of a change. */
    const expectAt = (path: string, status: number, location: string | null = null) =>
      expect.poll(() => at(path), { timeout: 5000 }).toEqual([status, location])

    it('is redirected to from its former addresses, in each language and with the query', async () => {
      await write('story', { en: ['Our story', 'x'], ar: ['قصتنا', 'x'] })
      await expectAt('/en/pages/story', 200)
      await rename('story', { slug: 'history' })
      await rename('history', { slug: 'who-we-are' })
      for (const slug of ['story', 'history', 'Story', 'Who-we-are'])
        for (const language of ['en', 'ar', 'de'])
          await expectAt(`/${language}/pages/${slug}?a=1`, 301, `/${language}/pages/who-we-are?a=1`)
      await expectAt('/en/pages/who-we-are', 200)
      await expect.poll(async () => (await open('/en')).html).toContain('href="/en/pages/who-we-are"')
      await rename('who-we-are', { slug: 'story' })
      await expectAt('/en/pages/story', 200)
      await expectAt('/en/pages/who-we-are', 301, '/en/pages/story')
    })

    it('loses a former address to a published page that takes it, not to a draft', async () => {
      await write('jobs', { en: ['Jobs', 'x'] })
      await rename('jobs', { slug: 'careers' })
      await expectAt('/en/pages/jobs', 301, '/en/pages/careers')
      await write('jobs', { en: ['Vacancies', 'x'] }, { is_published: false })
      await rename('jobs', { slug: 'vacancies' })
      await expectAt('/en/pages/jobs', 301, '/en/pages/careers')
      await database.kysely.deleteFrom('pages').where('slug', '=', 'vacancies').execute()
      await write('jobs', { en: ['Offers', 'x'] }, { is_published: false })
      await rename('jobs', { slug: 'offers', is_published: true })
      await expectAt('/en/pages/offers', 200)
      await expectAt('/en/pages/jobs', 301, '/en/pages/careers')
      await database.kysely.deleteFrom('pages').where('slug', '=', 'offers').execute()
      await write('jobs', { en: ['Odd jobs', 'x'] }, { is_published: false })
      await expectAt('/en/pages/jobs', 301, '/en/pages/careers')
      await rename('jobs', { is_published: true })
      await expectAt('/en/pages/jobs', 200)
      await rename('jobs', { is_published: false })
      await expectAt('/en/pages/jobs', 301, '/en/pages/careers')
      await rename('jobs', { is_published: true })
      await expectAt('/en/pages/jobs', 200)
      await rename('jobs', { slug: 'odd-jobs' })
      await expectAt('/en/pages/jobs', 301, '/en/pages/odd-jobs')
    })

    it('is at no former address while it is a draft, or deleted', async () => {
      await write('press', { en: ['Press', 'x'] })
      await rename('press', { slug: 'media' })
      await expectAt('/en/pages/press', 301, '/en/pages/media')
      await rename('media', { is_published: false })
      await expectAt('/en/pages/press', 404)
      await rename('media', { is_published: true })
      await expectAt('/en/pages/press', 301, '/en/pages/media')
      await database.kysely.deleteFrom('pages').where('slug', '=', 'media').execute()
      await expectAt('/en/pages/press', 404)
    })
  })

  it('is not for visitors who must not read of a bookmaker that it names', async () => {
    await createBookmaker(database.kysely, { name: 'Corvane', key: 'corvane' })
    await write('partners', { en: ['Partners', 'We work with Corvane.'] })
    await about()
    await write('team', { en: ['Team', 'Ada'], it: ['Squadra', 'Ada, prima da Corvane'] })
    expect(shownText((await open('/en/pages/partners')).html)).toContain('We work with Corvane.')
    await saveGroups(database, [{ name: 'All', is_rest: true, bookmakers: 'corvane' }])
    // The site learns of the group by a notification.
    await expect.poll(async () => (await open('/en/pages/partners')).status).toBe(404)
    const { status, html } = await open('/en/pages/imprint')
    expect([status, html.includes('/en/pages/about'), html.includes('/pages/partners')]).toEqual([
      200,
      true,
      false,
    ])
    expect((await open('/it/pages/team')).status).toBe(404)
    const alternates = readHtml((await open('/en/pages/team')).html).all('link')
    expect(alternates.flatMap((it) => it.attribute('hreflang') ?? [])).toEqual(['en', 'x-default'])
    const listed = [await addressesOf('en'), await addressesOf('it')]
    expect(listed.map((paths) => paths.includes('/en/pages/team'))).toEqual([true, false])
    expect(listed.flat()).not.toContain('/it/pages/team')
    expect(listed.flat()).not.toContain('/en/pages/partners')
  })
})

describe('the editor of pages', () => {
  let cookie: string
  let send: <Answer>(path: string, body: unknown) => Promise<Answer>
  beforeAll(async () => {
    await database.kysely.deleteFrom('pages').execute()
    await database.kysely.deleteFrom('audiences').execute()
    cookie = (await signInAdministrator(database, site)).cookie
    const post = adminPost(site, cookie)
    send = async (path, body) => answerOf(await post(`${path}.data`, body))
  })

  type Outcome = { kind: string; count?: number; problems?: { column: string; problem: string }[] }
  const save = (changes: object) =>
    send<Outcome>('/admin/pages', { create: [], update: [], remove: [], ...changes })
  const create = (values: object) => {
    const page = { slug: 'a', menu_position: 1, is_published: false, ...values }
    return save({ create: [{ id: randomUUID(), values: page }] })
  }
  const write = async (
    id: string | undefined,
    code: string,
    [title, body]: [title: string, body: string],
  ) => {
    const before = await database.kysely
      .selectFrom('multilingual_pages')
      .select(['title', 'body'])
      .where('page_id', '=', id ?? '')
      .where('language_id', '=', languages.get(code) ?? '')
      .executeTakeFirst()
    const text = { owner: id, language: languages.get(code), before: before ?? null, after: { title, body } }
    return send<Outcome>('/admin/pages/texts', text)
  }
  const screen = async () => (await site.get('/admin/pages', { cookie })).text()
  const pages = () => listEditorPages({ database })
  const createUsual = () => send('/admin/pages', { kind: 'create-usual' })
  const trail = (entity: string) =>
    database.kysely
      .selectFrom('audit_log')
      .select(['id', 'label', 'action'])
      .where('entity', '=', entity)
      .orderBy('id', 'desc')
      .execute()

  it('offers the usual pages as drafts with a title in each language and no text', async () => {
    expect(shownText(await screen())).toContain('Create the usual pages')
    expect(await createUsual()).toEqual({ kind: 'saved', count: 4 })
    expect(await createUsual()).toEqual({ kind: 'saved', count: 0 })
    expect((await pages()).map(({ slug, is_published }) => [slug, is_published])).toEqual([
      ['imprint', false],
      ['privacy', false],
      ['terms', false],
      ['responsible-gambling', false],
    ])
    const texts = await database.kysely
      .selectFrom('multilingual_pages as m')
      .innerJoin('pages as p', 'p.id', 'm.page_id')
      .innerJoin('languages as l', 'l.id', 'm.language_id')
      .select(['l.code', 'm.title', 'm.body'])
      .where('p.slug', '=', 'imprint')
      .orderBy('l.code')
      .execute()
    expect(texts.map(({ code }) => code)).toEqual([...languages.keys()].sort())
    expect(texts.find(({ code }) => code === 'de')).toMatchObject({ title: 'Impressum', body: '' })
    expect(texts.every(({ body }) => body === '')).toBe(true)
    expect(shownText(await screen())).not.toContain('Create the usual pages')
    expect((await trail('pages')).map(({ label }) => label)).toContain('imprint')
  })

  it('refuses addresses that are malformed or of another page', async () => {
    await createUsual()
    for (const slug of ['Imprint', 'a b', '-a', 'a--b', 'a/b', 'é'])
      expect(await create({ slug }), slug).toMatchObject({
        ...{ kind: 'invalid', problems: [{ column: 'slug', problem: 'problem.page-slug' }] },
      })
    expect(await create({ slug: '' })).toMatchObject({ problems: [{ problem: 'problem.required' }] })
    expect(await create({ slug: 'a'.repeat(81) })).toMatchObject({
      problems: [{ problem: 'problem.too-long' }],
    })
    expect(await create({ slug: 'terms' })).toMatchObject({
      ...{ kind: 'invalid', problems: [{ column: 'slug', problem: 'problem.page-twice' }] },
    })
    expect(await pages()).toHaveLength(4)
  })

  it('lets two pages change their addresses with each other', async () => {
    await createUsual()
    const [imprint, privacy] = await pages()
    const move = (page: typeof imprint, slug: string) => ({
      ...{ id: page?.id, before: { slug: page?.slug }, after: { slug } },
    })
    expect(await save({ update: [move(imprint, 'privacy'), move(privacy, 'imprint')] })).toMatchObject({
      kind: 'saved',
    })
    expect((await pages()).map(({ slug }) => slug).slice(0, 2)).toEqual(['privacy', 'imprint'])
  })

  it('publishes a page only with a text in the default language', async () => {
    await createUsual()
    const id = (await pages()).find(({ slug }) => slug === 'terms')?.id
    const publish = { update: [{ id, before: { is_published: false }, after: { is_published: true } }] }
    const refused = {
      ...{ kind: 'invalid', problems: [{ column: 'is_published', problem: 'problem.page-empty' }] },
    }
    expect(await save(publish)).toMatchObject(refused)
    expect(await create({ slug: 'new', is_published: true })).toMatchObject(refused)
    expect(await write(id, 'it', ['Termini', 'Testo'])).toMatchObject({ kind: 'saved' })
    expect(await save(publish)).toMatchObject(refused)
    expect(await write(id, 'en', ['Terms', '**Fair** play'])).toMatchObject({ kind: 'saved' })
    expect(await save(publish)).toMatchObject({ kind: 'saved' })
    expect((await open('/en/pages/terms')).html).toContain('<p><strong>Fair</strong> play</p>')
    expect((await open('/it/pages/terms')).html).toContain('<h1 class="title">Termini</h1>')
    expect(await screen()).toContain('href="/en/pages/terms"')
    expect((await trail('multilingual_pages')).slice(0, 2)).toMatchObject([
      { label: 'terms (en)', action: 'update' },
      { label: 'terms (it)', action: 'update' },
    ])
  })

  it('refuses texts without a title or a body, and too long ones', async () => {
    await createUsual()
    const id = (await pages()).find(({ slug }) => slug === 'imprint')?.id
    expect(await write(id, 'en', ['', ''])).toMatchObject({
      problems: [
        { column: 'title', problem: 'problem.required' },
        { column: 'body', problem: 'problem.required' },
      ],
    })
    expect(await write(id, 'en', ['t'.repeat(121), 'b'.repeat(60_001)])).toMatchObject({
      problems: [
        { column: 'title', problem: 'problem.too-long' },
        { column: 'body', problem: 'problem.too-long' },
      ],
    })
    expect(await write(id, 'en', ['t'.repeat(120), 'b'.repeat(60_000)])).toMatchObject({ kind: 'saved' })
  })

  it('deletes a page with its texts, which the history puts back as a draft', async () => {
    await createUsual()
    const id = (await pages()).find(({ slug }) => slug === 'terms')?.id
    expect(await save({ remove: [{ id }] })).toMatchObject({ kind: 'saved' })
    expect((await open('/en/pages/terms')).status).toBe(404)
    const putBack = async (entity: string, label: string) => {
      const entry = (await trail(entity)).find((it) => it.label === label && it.action === 'delete')
      const body = { entry: Number(entry?.id), columns: ['slug'], seen: {} }
      return (await adminPost(site, cookie)('/admin/history/put-back', body)).json()
    }
    expect(await putBack('multilingual_pages', 'terms (en)')).toMatchObject({ problem: 'reference-gone' })
    expect(await putBack('pages', 'terms')).toMatchObject({ kind: 'saved' })
    expect(await putBack('multilingual_pages', 'terms (en)')).toMatchObject({ kind: 'saved' })
    expect(await putBack('multilingual_pages', 'terms (de)')).toMatchObject({ kind: 'saved' })
    expect((await pages()).find((page) => page.id === id)).toMatchObject({
      slug: 'terms',
      is_published: false,
    })
  })

  it('is for editors, and read-only for analysts', async () => {
    const as = async (role: string) => {
      const member = await signInAdministrator(database, site)
      await database.kysely
        .updateTable('profiles')
        .set({ back_office_role: role })
        .where('id', '=', member.id)
        .execute()
      const changes = { create: [], update: [], remove: [] }
      const { status } = await adminPost(site, member.cookie)('/admin/pages.data', changes)
      return [status, (await site.get('/admin/pages', { cookie: member.cookie })).status]
    }
    expect(await as('editor')).toEqual([200, 200])
    expect(await as('analyst')).toEqual([403, 200])
  })
})
