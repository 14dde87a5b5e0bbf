import { type Kysely, sql } from 'kysely'
import { isOutboundLink } from '#app/features/affiliates/outbound-link.ts'
import { TYPED } from '#app/features/odds/typed-prices.ts'
import { DEFAULT_SETTINGS } from '#app/features/settings/default-settings.ts'
import { getSiteSettings } from '#app/features/settings/queries.server.ts'
import { findLastTest } from '#app/features/sources/connection.server.ts'
import type { Source } from '#app/features/sources/contract.ts'
import { IMPORTED } from '#app/features/sources/registry.server.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import { findSettings } from '#app/features/sources/stored-settings.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { type FirstSteps, type FirstStepsFacts, judgeFirstSteps } from './first-steps.ts'
import type { MissingTranslations } from './queries.server.ts'

/**
 * The first steps of a site; null when they are over: all done, hidden by an administrator, or the site shows the
 * demonstration.
 * @param translations the missing texts of active languages; null where these could not be read
 */
export async function readFirstSteps(
  services: Services,
  translations: readonly MissingTranslations[] | null,
): Promise<FirstSteps | null> {
  const settings = await getSiteSettings(services)
  if (!settings.first_steps || settings.demo_content) return null
  const { kysely: db } = services.database
  const [counts, languages, sources, bookmakers] = await Promise.all([
    countRows(db),
    db.selectFrom('languages').select(['native_name', 'is_default']).where('is_active', '=', true).execute(),
    Promise.all(IMPORTED.map((source) => readSource(db, services.env, source))),
    countBookmakers(db),
  ])
  const facts: FirstStepsFacts = {
    siteName: settings.site_name,
    hasName: settings.site_name !== DEFAULT_SETTINGS.site_name,
    hasLogo: settings.logo_url !== null,
    languages: {
      areChosen: settings.languages_chosen,
      count: languages.length,
      default: languages.find(({ is_default }) => is_default)?.native_name ?? '',
      incomplete: (translations ?? []).filter(({ labels }) => labels > 0).map(({ name }) => name),
    },
    sources,
    ...counts,
    bookmakers,
  }
  const done = judgeFirstSteps(facts)
  return Object.values(done).every(Boolean) ? null : { ...facts, done }
}

async function countRows(
  db: Kysely<DB>,
): Promise<
  Pick<FirstStepsFacts, 'hasMatches' | 'hasTypedPrices' | 'upcoming' | 'activeSchedules' | 'legalLinks'>
> {
  const { rows } = await sql<Awaited<ReturnType<typeof countRows>>>`
    select exists (select from matches) as "hasMatches",
      exists (select from odds where source = ${TYPED}) as "hasTypedPrices",
      (select count(*) from matches where status = 'scheduled' and start_time > now()) as upcoming,
      (select count(*) from import_schedules where is_active) as "activeSchedules",
      (select count(*) from footer_links where section_type = 'legal' and is_active and url <> '#')
        + (select count(*) from pages where is_published) as "legalLinks"`.execute(db)
  return (
    rows[0] ?? { hasMatches: false, hasTypedPrices: false, upcoming: 0, activeSchedules: 0, legalLinks: 0 }
  )
}

/** A source works when its current settings have passed the test, or a run has fetched data with them. */
async function readSource(db: Kysely<DB>, env: SourcesEnv, source: Source) {
  const isSetUp = source.locate(await findSettings(db, env, source)) !== null
  const test = isSetUp ? await findLastTest(db, env, source) : null
  const run = await db
    .selectFrom('runs')
    .select('id')
    .where('kind', '=', source.key)
    .where('status', '=', 'done')
    .where('subject', '~', '^https?://')
    .limit(1)
    .executeTakeFirst()
  const code = test?.code ?? null
  return {
    key: source.key,
    isSetUp,
    test: code,
    works: isSetUp && (code === null ? run !== undefined : code === 'works'),
  }
}

/** Visible bookmakers, and the number of those with a link of the operator: a button, or a link for a country. */
async function countBookmakers(db: Kysely<DB>): Promise<FirstStepsFacts['bookmakers']> {
  const rows = await db
    .selectFrom('bookmakers as k')
    .leftJoin('affiliate_buttons as b', (join) =>
      join
        .on(
          sql<boolean>`k.id = coalesce((select m.merged_into from bookmakers m where m.id = b.bookmaker_id), b.bookmaker_id)`,
        )
        .on('b.is_active', '=', true),
    )
    .select(['k.id', 'b.button_link'])
    .where('k.is_active', '=', true)
    .where('k.merged_into', 'is', null)
    .execute()
  const linked = rows.filter(({ button_link }) => button_link !== null && isOutboundLink(button_link))
  const count = (some: typeof rows) => new Set(some.map(({ id }) => id)).size
  return { total: count(rows), linked: count(linked) }
}

/** Hides the first steps; a switch of the settings shows them again. */
export const hideFirstSteps = (services: Pick<Services, 'database'>, actor: Actor): Promise<void> =>
  noteSetting(services, actor, 'first_steps', false)

/** Keeps the languages as they are: that is a choice, too. */
export const keepLanguages = (services: Pick<Services, 'database'>, actor: Actor): Promise<void> =>
  noteSetting(services, actor, 'languages_chosen', true)

async function noteSetting(
  { database }: Pick<Services, 'database'>,
  actor: Actor,
  column: 'first_steps' | 'languages_chosen',
  value: boolean,
): Promise<void> {
  await database.kysely.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('site_settings')
      .set({ [column]: value })
      .where(column, '=', !value)
      .returning(['id', 'site_name'])
      .executeTakeFirst()
    if (!row) return
    await recordAudit(tx, actor, [
      {
        entity: 'site_settings',
        entityId: row.id,
        label: row.site_name,
        action: 'update',
        before: { [column]: !value },
        after: { [column]: value },
      },
    ])
  })
}
