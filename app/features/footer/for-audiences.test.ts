import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { getSeo } from '../seo/queries.server.ts'
import { getFooter } from './queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const services = () => createServices(database)

it('the footer and the texts of the head have nothing that names a bookmaker which their visitors may not see', async () => {
  const { kysely } = database
  await kysely
    .updateTable('site_settings')
    .set({
      ...{
        footer_about_title: 'About',
        footer_about_text: 'Cedar and others',
        footer_copyright_text: 'By Cedar',
      },
      ...{ footer_facebook_url: 'https://f.example/us', footer_twitter_url: 'https://x.example/cedar' },
      ...{ footer_instagram_url: '', footer_youtube_url: null },
      ...{ footer_show_payment_methods: true, footer_payment_methods_image_url: '/cedar-pays.png' },
      ...{ footer_show_security_badges: true, footer_security_badges_image_url: '/badges.png' },
    })
    .execute()
  await kysely.deleteFrom('footer_links').execute()
  const link = (section_type: string, title: string, url: string) => ({ section_type, title, url })
  await kysely
    .insertInto('footer_links')
    .values([
      ...[link('quick_links', 'Tips', '/tips'), link('quick_links', 'Cedar', '/c')],
      ...[link('legal', 'Terms', '/cedar'), link('legal', 'Privacy', '/privacy')],
    ])
    .execute()
  const read = async () => {
    const footer = await getFooter(services(), 'en')
    return [
      ...[footer.aboutTitle, footer.aboutText, footer.copyrightText, footer.paymentMethodsImage],
      ...[footer.securityBadgesImage, footer.social, footer.quickLinks.map(({ title }) => title).toSorted()],
      footer.legalLinks.map(({ title }) => title).toSorted(),
    ]
  }
  const social = { facebook: 'https://f.example/us', instagram: null, youtube: null }
  expect(await read()).toEqual([
    ...['About', 'Cedar and others', 'By Cedar', '/cedar-pays.png', '/badges.png'],
    ...[{ ...social, twitter: 'https://x.example/cedar' }, ['Cedar', 'Tips'], ['Privacy', 'Terms']],
  ])
  const { id: language_id } = await kysely
    .selectFrom('languages')
    .select('id')
    .where('code', '=', 'en')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('multilingual_seo_settings')
    .values({ language_id, home_meta_title: 'Odds of Cedar', home_meta_keywords: 'odds' })
    .execute()
  expect(await getSeo(services(), 'en')).toMatchObject({
    home_meta_title: 'Odds of Cedar',
    home_meta_keywords: 'odds',
  })
  await createBookmaker(kysely, { name: 'Cedar', key: 'cedar' })
  const saved = await saveGroups(database, [{ name: 'Rest', is_rest: true, bookmakers: 'cedar' }])
  expect(saved).toMatchObject({ kind: 'saved' })
  expect(await read()).toEqual([
    ...['About', null, null, null, '/badges.png'],
    ...[{ ...social, twitter: null }, ['Tips'], ['Privacy']],
  ])
  await kysely.updateTable('site_settings').set({ footer_show_security_badges: false }).execute()
  expect((await getFooter(services(), 'en')).securityBadgesImage).toBeNull()
  const seo = await getSeo(services(), 'en')
  expect([seo.home_meta_title, seo.home_meta_keywords]).toEqual([undefined, 'odds'])
  const { tags } = await collectReads(() => getSeo(services(), 'en'))
  expect([...tags]).toEqual(expect.arrayContaining(['seo', 'settings', 'languages']))
  const footer = await collectReads(() => getFooter(services(), 'en'))
  expect([...footer.tags]).toEqual(expect.arrayContaining(['footer', 'languages', 'pages', 'settings']))
})
