import { Plus } from 'lucide-react'
import { z } from 'zod'
import { swapWithNeighbour } from '#app/features/catalogue/positions.ts'
import { listAllLanguages } from '#app/features/languages/queries.server.ts'
import { createUsualPages, savePages } from '#app/features/pages/commands.server.ts'
import { listEditorPages, listPageTexts } from '#app/features/pages/editor-queries.server.ts'
import { pageChange } from '#app/features/pages/editor-schema.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { changesSchema } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { focusOpened } from '#app/ui/admin/focus-opened.ts'
import { newId } from '#app/ui/admin/new-id.ts'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotDone, SaveBar } from '#app/ui/admin/save-bar.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { checkChanges, readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { cardId, PageEditor } from './page-editor.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'pages.read')
  const [pages, languages, texts] = await Promise.all([
    reading(services, 'screen', listEditorPages(services)),
    reading(services, 'languages', listAllLanguages(services)),
    reading(services, 'translations', listPageTexts(services)),
  ])
  return { pages, languages, texts }
}

const received = z.union([z.object({ kind: z.literal('create-usual') }), changesSchema])

export const action = adminAction('pages.change', async ({ services, actor, request }) => {
  const body = await readJson(request, received)
  if ('kind' in body) return createUsualPages(services, actor)
  const { changes, problems } = checkChanges(body, pageChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return savePages(services, changes, actor)
})

export default function ManagePages({ loaderData: { pages, languages, texts } }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const editor = useEditor(pages)
  const rows = editor.rows.toSorted((a, b) => a.menu_position - b.menu_position)
  const order = rows.map(({ id, slug, menu_position }) => ({ id, name: slug, menu_position }))
  const mover = (index: number, step: -1 | 1) =>
    order[index + step] && (() => editor.setAll(swapWithNeighbour(order, order[index]?.id ?? '', step)))
  const add = () => {
    const last = Math.max(0, ...rows.map(({ menu_position }) => menu_position))
    const page = { id: newId(), slug: '', menu_position: last + 1, is_published: false }
    editor.add(page)
    focusOpened(() => document.getElementById(cardId(page.id))?.querySelector<HTMLElement>('input:required'))
  }
  return (
    <AdminPage
      title={t('menu.pages')}
      description={t('pages.description')}
      actions={<ListLink list="pages" />}
    >
      {rows.length === 0 && <UsualPages />}
      <ul className="grid gap-4">
        {rows.map((page, index) => (
          <li key={page.id}>
            <PageEditor
              page={page}
              stored={pages.find(({ id }) => id === page.id)}
              editor={editor}
              languages={languages}
              texts={texts.filter(({ page_id }) => page_id === page.id)}
              onUp={mover(index, -1)}
              onDown={mover(index, 1)}
            />
          </li>
        ))}
      </ul>
      <Changing>
        <button
          type="button"
          data-add
          onClick={add}
          className="button-quiet min-h-10 self-start px-4 text-sm"
        >
          <Plus aria-hidden="true" className="size-4" />
          {t('pages.add')}
        </button>
      </Changing>
      <SaveBar
        editor={editor}
        texts={{
          saved: t('pages.saved'),
          invalid: (problem) => problemText(t, problem) ?? t('save.failed'),
          column: (column) => columnText(t, column),
        }}
      />
    </AdminPage>
  )
}

/** Offers to begin with the pages that nearly every site needs. */
function UsualPages() {
  const { t } = useTranslation('admin')
  const request = useRequest<{ kind: string }>()
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-card-line bg-card p-6 text-center text-sm text-muted">
      <p>{t('pages.empty')}</p>
      <NotDone outcome={request.outcome} />
      <Changing>
        <p>{t('pages.usual-about')}</p>
        <ActionButton
          unavailable={request.busy}
          onClick={() => request.send({ kind: 'create-usual' })}
          className="button min-h-10 px-4 text-sm"
        >
          {t('pages.usual-create')}
        </ActionButton>
      </Changing>
    </div>
  )
}
