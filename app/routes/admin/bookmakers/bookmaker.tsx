import { useMemo } from 'react'
import { data, Link } from 'react-router'
import { z } from 'zod'
import { saveTemplatesWithin } from '#app/features/affiliates/commands.server.ts'
import {
  type EditorTemplate,
  findButtonState,
  hasOtherHosts,
  listLinkCountries,
  listMergedLinks,
  listTemplates,
} from '#app/features/affiliates/editor-queries.server.ts'
import { templateChange } from '#app/features/affiliates/editor-schema.ts'
import { listCountries } from '#app/features/audiences/countries.ts'
import { BOOKMAKER_KINDS } from '#app/features/bookmakers/brands.ts'
import { mergeBookmaker, saveBookmakers, splitBookmaker } from '#app/features/bookmakers/commands.server.ts'
import {
  findEditorBookmaker,
  listEditorBookmakers,
  listMerged,
  listReviews,
} from '#app/features/bookmakers/queries.server.ts'
import { bookmakerChange } from '#app/features/catalogue/editor-schema.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { listAllLanguages } from '#app/features/languages/queries.server.ts'
import { ImageField } from '#app/features/media/components/image-field.tsx'
import { problemText, recordedText } from '#app/platform/edit/column-text.ts'
import { changesSchema } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { isId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import { Field, SelectField, Toggle } from '#app/ui/admin/fields.tsx'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { RightsProvider, useRights } from '#app/ui/admin/rights.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { TranslationsPanel } from '#app/ui/admin/translations-panel.tsx'
import { type Editor, useEditor } from '#app/ui/admin/use-editor.ts'
import { checkChanges, readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { itemMeta } from '../item-meta.ts'
import type { Route } from './+types/bookmaker'
import { MergePanel } from './merge-panel.tsx'
import { TemplatesPanel } from './templates-panel.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'bookmakers.read')
  const { bookmakerId: id } = params
  if (!isId(id)) throw data(null, { status: 404 })
  const [bookmaker, reviews, languages, merged, others, links] = await reading(
    services,
    'screen',
    Promise.all([
      findEditorBookmaker(services, id),
      listReviews(services, id),
      listAllLanguages(services),
      listMerged(services, id),
      listEditorBookmakers(services),
      readLinks(services, id),
    ]),
  )
  if (!bookmaker) throw data(null, { status: 404 })
  const { merged_into } = bookmaker
  return {
    bookmaker,
    reviews,
    languages,
    ...links,
    countries: listCountries(actor.language),
    merged,
    into: others.find((one) => one.id === merged_into) ?? null,
    others: others.filter((one) => one.id !== id).map(({ id: other, name }) => ({ id: other, name })),
  }
}

/** What the panel of its links shows. */
async function readLinks(services: Services, id: string) {
  const [templates, mergedLinks, linkCountries, button, otherHosts] = await Promise.all([
    listTemplates(services, id),
    listMergedLinks(services, id),
    listLinkCountries(services),
    findButtonState(services.database.kysely, id),
    hasOtherHosts(services, id),
  ])
  return { templates, mergedLinks, linkCountries, button, otherHosts }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return itemMeta(loaderData?.bookmaker.name, matches)
}

const bookmakerRequest = z.union([
  z.object({ kind: z.literal('merge'), id: z.uuid(), into: z.uuid() }),
  z.object({ kind: z.literal('split'), id: z.uuid() }),
  changesSchema,
])

export const action = adminAction('bookmakers.change', async ({ services, actor, request, params }) => {
  const asked = await readJson(request, bookmakerRequest)
  if ('kind' in asked && asked.kind === 'merge') {
    const problem = await mergeBookmaker(services, actor, asked)
    return problem === null ? { kind: 'merged' as const } : { kind: 'not-merged' as const, problem }
  }
  if ('kind' in asked) {
    const isDone = await splitBookmaker(services, actor, asked.id)
    return isDone
      ? { kind: 'split' as const }
      : { kind: 'not-merged' as const, problem: { kind: 'gone' as const } }
  }
  // The rest are the links of the bookmaker, which whoever changes bookmakers may change.
  const isOwn = ({ id }: { id: string }) => id === params.bookmakerId
  const { create, update, remove } = asked
  const own = checkChanges({ create: [], update: update.filter(isOwn), remove: [] }, bookmakerChange)
  const links = checkChanges({ create, update: update.filter((it) => !isOwn(it)), remove }, templateChange)
  const problems = [...own.problems, ...links.problems]
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveBookmakers(services, own.changes, actor, undefined, (tx) =>
    saveTemplatesWithin(tx, links.changes, actor),
  )
})

const LINES = [
  'name',
  'website_url',
  'commission',
  'brand',
  'region',
  'licence',
  'offered_in',
  'link_hosts',
  'rating',
] as const

type Details = Route.ComponentProps['loaderData']['bookmaker']
type Edited = { id: string } & Partial<Details> & Partial<Omit<EditorTemplate, 'id'>>

export default function Bookmaker({ loaderData }: Route.ComponentProps) {
  const { bookmaker, reviews, languages, templates, button, countries, merged, into, others } = loaderData
  const { t } = useTranslation('admin')
  const rights = useRights()
  const rows = useMemo(() => [bookmaker, ...templates], [bookmaker, templates])
  // One editor for the bookmaker and its links: they are saved together.
  const editor = useEditor<Edited>(rows)
  const row = (editor.rows.find(({ id }) => id === bookmaker.id) as Details | undefined) ?? bookmaker
  const { id } = row
  const field = (column: (typeof LINES)[number] | 'logo_url') => ({
    label: recordedText(t, 'bookmakers', column),
    value: String(row[column] ?? ''),
    changed: editor.isChanged(id, column),
    problem: problemText(t, editor.problemOf(id, column)),
    onValue: (value: string) => editor.set(id, { [column]: value }),
  })
  return (
    <AdminPage
      title={bookmaker.name}
      description={t('bookmakers.key', { key: bookmaker.key })}
      actions={
        <>
          <HistoryButton entity="bookmakers" id={id} name={bookmaker.name} />
          <Link to="/admin/bookmakers" className="button-quiet min-h-10 px-4 text-sm">
            {t('menu.bookmakers')}
          </Link>
        </>
      }
    >
      <Panel title={t('bookmakers.details')}>
        <div className="grid gap-3 md:grid-cols-2">
          <ImageField {...field('logo_url')} purpose="logo" />
          {LINES.map((column) => (
            <Field
              key={column}
              {...field(column)}
              hint={
                column === 'brand' ||
                column === 'offered_in' ||
                column === 'rating' ||
                column === 'link_hosts'
                  ? t(`bookmakers.hint.${column}`)
                  : undefined
              }
            />
          ))}
          <SelectField
            label={t('column.kind')}
            value={row.kind}
            data-changed={editor.isChanged(id, 'kind') || undefined}
            options={BOOKMAKER_KINDS.map((kind) => ({ value: kind, text: t(`bookmakers.kind.${kind}`) }))}
            onValue={(kind) => editor.set(id, { kind })}
          />
          <Toggle
            label={t('column.is-active')}
            on={row.is_active}
            changed={editor.isChanged(id, 'is_active')}
            onToggle={(is_active) => editor.set(id, { is_active })}
          />
          <Toggle
            label={t('column.is-reference')}
            on={row.is_reference}
            changed={editor.isChanged(id, 'is_reference')}
            onToggle={(is_reference) => editor.set(id, { is_reference })}
          />
        </div>
      </Panel>
      <MergePanel
        {...{ id, name: bookmaker.name, into, merged, others, countries }}
        linkCountries={loaderData.linkCountries}
      />
      <TemplatesPanel
        button={button}
        bookmaker={bookmaker}
        // The editor has no other rows.
        editor={editor as unknown as Editor<EditorTemplate>}
        countries={countries}
        hasHosts={Boolean(row.link_hosts?.trim()) || loaderData.otherHosts}
        merged={loaderData.mergedLinks}
        into={into}
      />
      <RightsProvider value={{ ...rights, canChange: rights.may('reviews.change') }}>
        <Panel title={t('bookmakers.review')}>
          <TranslationsPanel
            name={bookmaker.name}
            owner={id}
            languages={languages}
            rows={reviews}
            fields={[{ column: 'review', label: t('column.review'), long: true, required: true }]}
            defaults={{ review: '' }}
            unstored={t('bookmakers.no-review')}
            action="/admin/bookmakers/reviews"
            invalid={(problem) => problemText(t, problem) ?? t('translate.failed')}
            problemText={(problem) => problemText(t, problem)}
          />
        </Panel>
      </RightsProvider>
      <SaveBar
        editor={editor}
        texts={{
          saved: t('bookmakers.saved'),
          column: (column) => recordedText(t, 'bookmakers', column),
          invalid: (problem) => problemText(t, problem) ?? t('save.failed'),
        }}
      />
    </AdminPage>
  )
}
