import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { ownedTexts, type TranslatedTable, wholeTexts } from '#app/features/translations/items.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import {
  type EditableList,
  Rollback,
  saveChanges,
  saveTogether,
} from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { listLanguages } from '../languages/queries.server.ts'
import { getResources } from '../translations/queries.server.ts'
import { pageChange, pageText } from './editor-schema.ts'
import { USUAL_PAGES } from './schema.ts'

type Writer = Pick<Services, 'database'>

export const PAGE_TEXTS = {
  table: 'multilingual_pages',
  owner: { table: 'pages', column: 'page_id' },
  schema: pageText,
  label: sql<string>`(select p.slug || ' (' || l.code || ')' from pages p, languages l
    where p.id = r.page_id and l.id = r.language_id)`,
} satisfies TranslatedTable

const WHOLE_TEXTS = wholeTexts(PAGE_TEXTS)

const PAGES: EditableList = {
  table: 'pages',
  columns: Object.keys(pageChange.shape),
  label: sql<string>`r.slug`,
  owned: ownedTexts(PAGE_TEXTS),
}

/**
 * Saves an editor's changes of the pages. An address leads to one page, and a published page has a text in the default
 * language. The texts of a deleted page are deleted with it, and are in the history.
 */
export function savePages({ database }: Writer, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return saveTogether(database.kysely, async (tx) => {
    // Two saves must not give two pages one address.
    await sql`lock table pages in share row exclusive mode`.execute(tx)
    const outcome = await saveChanges(tx, PAGES, changes, actor)
    if (outcome.kind !== 'saved') throw new Rollback(outcome)
    const changed = [...changes.create, ...changes.update].map(({ id }) => id)
    const problems = [...(await findTwice(tx, changed)), ...(await findWithoutText(tx, changed))]
    if (problems.length > 0) throw new Rollback({ kind: 'invalid', problems })
    return outcome
  })
}

async function findTwice(tx: Kysely<DB>, changed: readonly string[]): Promise<FieldProblem[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from pages p where p.id = any (${changed}::uuid[])
      and exists (select from pages other where other.slug = p.slug and other.id <> p.id)`.execute(tx)
  return rows.map(({ id }) => ({ id, column: 'slug', problem: 'problem.page-twice' }))
}

async function findWithoutText(tx: Kysely<DB>, changed: readonly string[]): Promise<FieldProblem[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from pages p where p.id = any (${changed}::uuid[]) and p.is_published
      and not exists (select from multilingual_pages m join languages l on l.id = m.language_id and l.is_default
        where m.page_id = p.id and m.body <> '')`.execute(tx)
  return rows.map(({ id }) => ({ id, column: 'is_published', problem: 'problem.page-empty' }))
}

/** Creates deleted pages again, as drafts because their texts come later, or changes pages. */
export function putPageBack(writer: Writer, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  const create = changes.create.map(({ id, values }) => ({ id, values: { ...values, is_published: false } }))
  return savePages(writer, { ...changes, create }, actor)
}

/** Creates deleted texts again, or changes texts. @throws a foreign key violation when the page is gone */
export function putTextBack({ database }: Writer, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return database.kysely.transaction().execute((tx) => saveChanges(tx, WHOLE_TEXTS, changes, actor))
}

/**
 * Creates the pages that nearly every site needs as drafts with a title in each active language. Their texts are empty:
 * only the operator can write them. Does nothing once there is any page.
 */
export async function createUsualPages(services: Services, actor: Actor): Promise<SaveOutcome> {
  const languages = await listLanguages(services)
  const labels = await Promise.all(languages.map(({ code }) => getResources(services, code)))
  return saveTogether(services.database.kysely, async (tx) => {
    await sql`lock table pages in share row exclusive mode`.execute(tx)
    const some = await tx.selectFrom('pages').select('id').limit(1).execute()
    if (some.length > 0) return { kind: 'saved', count: 0 }
    const pages = USUAL_PAGES.map((slug, index) => ({
      id: randomUUID(),
      values: { slug, menu_position: index + 1, is_published: false },
    }))
    const texts = pages.flatMap(({ id, values }) =>
      languages.map((language, index) => ({
        id: randomUUID(),
        values: {
          ...{ page_id: id, language_id: language.id, body: '' },
          title: labels[index]?.admin?.[`pages.usual.${values.slug}`] ?? values.slug,
        },
      })),
    )
    const outcome = await saveChanges(tx, PAGES, { create: pages, update: [], remove: [] }, actor)
    await saveChanges(tx, WHOLE_TEXTS, { create: texts, update: [], remove: [] }, actor)
    return outcome
  })
}
