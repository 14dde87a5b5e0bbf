import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { saveButtonsWithin, saveTemplatesWithin } from '#app/features/affiliates/commands.server.ts'
import { buttonChange, templateChange } from '#app/features/affiliates/editor-schema.ts'
import { type CheckedLink, checkedLinks } from '#app/features/affiliates/link-check.server.ts'
import { saveLinksOfMatches } from '#app/features/matches/editor-commands.server.ts'
import { matchChange } from '#app/features/matches/editor-schema.ts'
import { savePromotionsWithin } from '#app/features/promotions/commands.server.ts'
import { promotionChange } from '#app/features/promotions/editor-schema.ts'
import type { DB } from '#app/platform/db/types.ts'
import { Rollback, saveTogether } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'

/** The change of a row of the links of the site; each kind of link has rules of its own besides. */
export const linkRowChange = z.object({
  link: z.string().trim().min(1, 'problem.required').max(2_000, 'problem.too-long'),
})

type Kind = CheckedLink['kind']

/** Where a link of each kind is stored, with the rules and the save of its editor. */
const KINDS: Record<
  Kind,
  {
    column: string
    schema: z.ZodType
    save: (tx: Kysely<DB>, changes: Changes, actor: Actor) => Promise<SaveOutcome>
  }
> = {
  button: { column: 'button_link', schema: buttonChange.shape.button_link, save: saveButtonsWithin },
  template: { column: 'template', schema: templateChange.shape.template, save: saveTemplatesWithin },
  promotion: {
    column: 'button_link',
    schema: promotionChange.shape.button_link,
    save: savePromotionsWithin,
  },
  match: { column: 'affiliate_link', schema: matchChange.shape.affiliate_link, save: saveLinksOfMatches },
}

/** The links that their own editors would refuse. */
export async function findLinkProblems(
  { database }: Pick<Services, 'database'>,
  update: Changes['update'],
): Promise<FieldProblem[]> {
  return problemsOf(update, await readKinds(database.kysely, update))
}

function problemsOf(update: Changes['update'], kinds: ReadonlyMap<string, Kind>): FieldProblem[] {
  return update.flatMap(({ id, after }) => {
    const kind = kinds.get(id)
    // It no longer leads out of the site.
    if (!kind) return { id, column: 'link', problem: 'bulk.problem-unknown' }
    const read = KINDS[kind].schema.safeParse(after.link)
    return read.success ? [] : { id, column: 'link', problem: read.error.issues[0]?.message ?? '' }
  })
}

/** Saves links of buttons, bookmakers, promotions and matches, in full or not at all, as their editors do. */
export function saveLinkRows(
  { database }: Pick<Services, 'database'>,
  { update }: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  return saveTogether(database.kysely, async (tx) => {
    const kinds = await readKinds(tx, update)
    const problems = problemsOf(update, kinds)
    if (problems.length > 0) return { kind: 'invalid', problems }
    let count = 0
    for (const [kind, rows] of Map.groupBy(update, ({ id }) => kinds.get(id) as Kind)) {
      const { column, schema, save } = KINDS[kind]
      const changed = rows.map(({ id, before, after }) => ({
        id,
        before: { [column]: before.link ?? null },
        after: { [column]: schema.parse(after.link) as string },
      }))
      const outcome = await save(tx, { create: [], update: changed, remove: [] }, actor)
      if (outcome.kind !== 'saved') throw new Rollback(outcome)
      count += outcome.count
    }
    return { kind: 'saved', count }
  })
}

async function readKinds(db: Kysely<DB>, update: Changes['update']): Promise<Map<string, Kind>> {
  const ids = update.map(({ id }) => id)
  const { rows } = await sql<{ id: string; kind: Kind }>`
    select id, kind from ${checkedLinks()} r where r.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}
