import { listBarredTexts } from '#app/features/audiences/barred-texts.server.ts'
import { MOST_AUDIENCES, saveAudiences } from '#app/features/audiences/commands.server.ts'
import { listCountries } from '#app/features/audiences/countries.ts'
import {
  type EditorAudience,
  listAudienceTranslations,
  listEditorAudiences,
  listPermittedBookmakers,
  type PermittedBookmaker,
} from '#app/features/audiences/editor-queries.server.ts'
import { audienceChange } from '#app/features/audiences/editor-schema.ts'
import { permitsBookmaker, strictest, toGroup } from '#app/features/audiences/permissions.ts'
import { swapWithNeighbour } from '#app/features/catalogue/positions.ts'
import { listAllLanguages } from '#app/features/languages/queries.server.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { focusOpened } from '#app/ui/admin/focus-opened.ts'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { checkChanges, readChanges } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { AddAudience } from './add-audience.tsx'
import { AudienceEditor, cardId } from './audience-editor.tsx'
import { BarredTexts } from './barred-texts.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'audiences.read')
  const [audiences, bookmakers, barredTexts, languages, translations] = await Promise.all([
    reading(services, 'screen', listEditorAudiences(services)),
    reading(services, 'screen', listPermittedBookmakers(services)),
    reading(services, 'screen', listBarredTexts(services)),
    reading(services, 'languages', listAllLanguages(services)),
    reading(services, 'translations', listAudienceTranslations(services)),
  ])
  const { countryHeader } = services.env
  return {
    audiences,
    bookmakers,
    barredTexts,
    languages,
    translations,
    // The browser has other names of some countries, and sorts them differently.
    countries: listCountries(actor.language),
    countryHeader: countryHeader ?? null,
    most: MOST_AUDIENCES,
  }
}

export const action = adminAction('audiences.change', async ({ services, actor, request }) => {
  const { changes, problems } = checkChanges(await readChanges(request), audienceChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveAudiences(services, changes, actor)
})

export default function Audiences({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const { bookmakers, countries, languages, translations, countryHeader, most } = loaderData
  const editor = useEditor(loaderData.audiences)
  const rows = editor.rows.toSorted((a, b) => a.menu_position - b.menu_position)
  const order = rows.map(({ id, name, menu_position }) => ({ id, name, menu_position }))
  const move = (id: string, step: -1 | 1) => editor.setAll(swapWithNeighbour(order, id, step))
  const add = (audience: EditorAudience) => {
    editor.add(audience)
    focusOpened(() => document.getElementById(cardId(audience.id))?.querySelector<HTMLElement>('input'))
  }
  return (
    <AdminPage
      title={t('menu.audiences')}
      description={t('audiences.description')}
      actions={
        <Changing>
          <AddAudience rows={rows} most={most} onAdd={add} />
        </Changing>
      }
    >
      <p className="text-sm text-muted">
        {countryHeader ? t('audiences.header', { header: countryHeader }) : t('audiences.no-header')}
      </p>
      {rows.length === 0 ? (
        <p className="rounded-lg border border-card-line bg-card p-6 text-center text-sm text-muted">
          {t('audiences.empty')}
        </p>
      ) : (
        <Unknown rows={rows} bookmakers={bookmakers} />
      )}
      <BarredTexts texts={loaderData.barredTexts} />
      <ul className="grid gap-4">
        {rows.map((audience, index) => (
          <li key={audience.id}>
            <AudienceEditor
              {...{ audience, editor, bookmakers, countries, languages, translations }}
              onUp={index > 0 ? () => move(audience.id, -1) : undefined}
              onDown={index < rows.length - 1 ? () => move(audience.id, 1) : undefined}
            />
          </li>
        ))}
      </ul>
      <SaveBar
        editor={editor}
        texts={{
          saved: t('audiences.saved'),
          failed: (message) => message ?? t('save.failed'),
          invalid: (problem) =>
            problem === 'problem.required' ? t('audiences.required') : (problemText(t, problem) ?? ''),
          column: (column) => (column === 'name' ? t('audiences.name') : columnText(t, column)),
        }}
      />
    </AdminPage>
  )
}

/** What visitors from unknown countries see, as the groups are now on the screen. */
function Unknown({
  rows,
  bookmakers,
}: {
  rows: readonly Parameters<typeof toGroup>[0][]
  bookmakers: readonly PermittedBookmaker[]
}) {
  const { t, i18n } = useTranslation('admin')
  const least = strictest(rows.map(toGroup))
  const shown = bookmakers.filter(({ keys: [key = ''] }) => permitsBookmaker(least.bookmakers, key))
  const shownOrNot = (on: boolean) => t(on ? 'audiences.on' : 'audiences.off')
  return (
    <Panel title={t('audiences.unknown')}>
      <p className="text-sm text-body">{t('audiences.unknown-text')}</p>
      <ul className="list-disc ps-5 text-sm text-body">
        <li>
          {t('audiences.shown', { count: shown.length, all: bookmakers.length })}
          {shown.length > 0 && shown.length <= 12 && <>: {shown.map(({ name }) => name).join(', ')}</>}
        </li>
        <li>
          {withColon(columnText(t, 'promotions_on'), i18n.language)} {shownOrNot(least.promotions)}
        </li>
        <li>
          {withColon(columnText(t, 'links_on'), i18n.language)} {shownOrNot(least.links)}
        </li>
        <li>
          {withColon(columnText(t, 'alerts_on'), i18n.language)}{' '}
          {t(least.alerts ? 'audiences.allowed' : 'audiences.not-allowed')}
        </li>
        <li>
          {withColon(columnText(t, 'minimum_age'), i18n.language)}{' '}
          {least.minimumAge ?? t('audiences.not-asked')}
        </li>
      </ul>
      {shown.length === 0 && <p className="text-sm text-warning">{t('audiences.unknown-none')}</p>}
    </Panel>
  )
}
