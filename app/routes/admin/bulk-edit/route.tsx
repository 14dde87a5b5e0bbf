import { useState } from 'react'
import { z } from 'zod'
import { confirmPassword } from '#app/features/accounts/confirm-password.server.ts'
import {
  isRowId,
  type ListKey,
  listOf,
  listsFor,
  MOST_ROWS,
  parseListFilter,
  permissionOf,
} from '#app/features/bulk-edit/lists.ts'
import {
  changeSchema,
  excessOf,
  newSchema,
  planFile,
  planValue,
  savePlan,
} from '#app/features/bulk-edit/plan.server.ts'
import { findRows } from '#app/features/bulk-edit/queries.server.ts'
import { listSportChoices } from '#app/features/catalogue/editor-queries.server.ts'
import { changesSchema } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { Changing, RightsProvider, useRights } from '#app/ui/admin/rights.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { checkChanges, readJson } from '../changes.server.ts'
import { type AdminCall, adminAction, backOffice, reading } from '../guard.server.ts'
import { readMarketTexts } from '../sources/market-choices.server.ts'
import type { Route } from './+types/route'
import { FileImport } from './file-import.tsx'
import { ListFilters } from './filters.tsx'
import { NewRow } from './new-row.tsx'
import { PlanPanel, type PlanRequestOutcome } from './plan-panel.tsx'
import { ListRows } from './rows.tsx'
import { ValueTexts } from './use-cell-text.ts'
import { ValueForm } from './value-form.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = parseListFilter(url.searchParams)
  const { services, actor } = backOffice(context, permissionOf(url.searchParams, 'read'))
  const [{ rows, total, page }, sports] = await reading(
    services,
    'screen',
    Promise.all([
      findRows(services, { filter: asked, language: actor.language, role: actor.role }),
      listSportChoices(services),
    ]),
  )
  const texts = asked.list === 'market_mappings' ? await readMarketTexts(services, actor.language) : {}
  return { filter: { ...asked, page }, rows, total, sports, lists: listsFor(actor.role), texts }
}

const bulkRequest = (list: ListKey) => {
  const id = z.string().refine((text) => isRowId(list, text))
  return z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('plan-value'),
      /** Null for every row of the search. */
      ids: z.array(id).max(MOST_ROWS).nullable(),
      column: z.string().max(100),
      value: z.union([z.string().max(20_000), z.number(), z.boolean(), z.null()]),
    }),
    z.object({ kind: z.literal('plan-file'), text: z.string() }),
    z.object({
      kind: z.literal('save'),
      update: z.array(changesSchema.shape.update.unwrap().extend({ id })).max(MOST_ROWS),
      create: changesSchema.shape.create.default([]),
      /** Of whoever saves, if the list asks for it. */
      password: z.string().max(2_000).default(''),
    }),
  ])
}

/** The list is in the address, and says who may change it. */
export const action = adminAction((url) => permissionOf(url.searchParams, 'change'), change)

async function change({ services, actor, request, url }: AdminCall) {
  const filter = parseListFilter(url.searchParams)
  const asked = await readJson(request, bulkRequest(filter.list))
  switch (asked.kind) {
    case 'plan-value':
      return planValue(
        services,
        { filter, language: actor.language, role: actor.role },
        asked.ids,
        asked,
        actor,
      )
    case 'plan-file':
      return planFile(services, filter.list, asked.text, actor)
    case 'save': {
      if (listOf(filter.list).asksPassword) {
        const problem = await confirmPassword(services, request, actor.id, asked.password)
        if (problem) return { kind: 'password-refused' as const, problem }
      }
      const excess = excessOf(filter.list, asked)
      if (excess) return excess
      const all = { create: asked.create, update: asked.update, remove: [] }
      const { changes, problems } = checkChanges(all, changeSchema(filter.list), newSchema(filter.list))
      if (problems.length > 0) return { kind: 'invalid' as const, problems }
      return savePlan(services, filter.list, changes, actor)
    }
  }
}

export default function BulkEdit({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const { filter } = loaderData
  const rights = useRights()
  const { part, columns } = listOf(filter.list)
  const { namesOfNew } = listOf(filter.list)
  const canChange =
    (namesOfNew !== undefined || columns.some(({ kind }) => kind)) && rights.may(`${part}.change`)
  return (
    <RightsProvider value={{ ...rights, canChange }}>
      <AdminPage title={t('menu.bulk-edit')} description={t('bulk.description')}>
        <ValueTexts value={loaderData.texts}>
          <Screen key={filter.list} {...loaderData} />
        </ValueTexts>
      </AdminPage>
    </RightsProvider>
  )
}

const NOTHING: ReadonlySet<string> = new Set()

function Screen({ filter, rows, total, sports, lists }: Omit<Route.ComponentProps['loaderData'], 'texts'>) {
  const [saves, setSaves] = useState(0)
  const request = useRequest<PlanRequestOutcome>(({ kind }) => {
    if (kind === 'saved') setSaves((before) => before + 1)
  })
  // Kept across pages and searches of a list.
  const [selected, setSelected] = useState(NOTHING)
  const select = (ids: readonly string[], on: boolean) =>
    setSelected((now) => new Set(on ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))))
  return (
    <>
      <ListFilters filter={filter} total={total} sports={sports} lists={lists} />
      <Changing>
        <ValueForm
          list={filter.list}
          total={total}
          selected={selected.size}
          busy={request.busy}
          plan={(column, value, ofSelected) =>
            request.send({ kind: 'plan-value', ids: ofSelected ? [...selected] : null, column, value })
          }
        />
        <div className="grid items-start gap-4 md:has-[>:nth-child(2)]:grid-cols-2">
          <FileImport list={filter.list} plan={(text) => request.send({ kind: 'plan-file', text })} />
          <NewRow
            saves={saves}
            list={filter.list}
            busy={request.busy}
            plan={(text) => request.send({ kind: 'plan-file', text })}
          />
        </div>
        <PlanPanel
          list={filter.list}
          outcome={request.outcome}
          busy={request.busy}
          save={({ update, create }, password) => request.send({ kind: 'save', update, create, password })}
        />
      </Changing>
      <ListRows filter={filter} rows={rows} total={total} selected={selected} select={select} />
    </>
  )
}
