import { Plus } from 'lucide-react'
import { useState } from 'react'
import { listBookmakerNames } from '#app/features/affiliates/editor-queries.server.ts'
import { numberSequentially, swapWithNeighbour } from '#app/features/catalogue/positions.ts'
import { listAllLanguages } from '#app/features/languages/queries.server.ts'
import { savePromotions } from '#app/features/promotions/commands.server.ts'
import {
  type EditorPromotion,
  getEditorSpinWheel,
  listEditorPromotions,
  listPromotionTranslations,
  listSpinWheelTranslations,
} from '#app/features/promotions/editor-queries.server.ts'
import { promotionChange } from '#app/features/promotions/editor-schema.ts'
import { newPromotion } from '#app/features/promotions/new-promotion.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { focusOpened } from '#app/ui/admin/focus-opened.ts'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { checkChanges, readChanges } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { cardId, PromotionEditor } from './promotion-editor.tsx'
import { SidebarFeatures } from './sidebar-features.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'promotions.read')
  const [promotions, bookmakers, spinWheel, languages, translations, spinWheelTranslations] =
    await Promise.all([
      reading(services, 'promotions', listEditorPromotions(services)),
      reading(services, 'promotions', listBookmakerNames(services)),
      reading(services, 'promotions', getEditorSpinWheel(services)),
      reading(services, 'languages', listAllLanguages(services)),
      reading(services, 'translations', listPromotionTranslations(services)),
      reading(services, 'translations', listSpinWheelTranslations(services)),
    ])
  return { promotions, bookmakers, spinWheel, languages, translations, spinWheelTranslations }
}

export const action = adminAction('promotions.change', async ({ services, actor, request }) => {
  const { changes, problems } = checkChanges(await readChanges(request), promotionChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return savePromotions(services, changes, actor)
})

export default function ManagePromotions({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const editor = useEditor(loaderData.promotions)
  const [dragged, setDragged] = useState<string>()
  const rows = editor.rows.toSorted(byMenu)
  const order = rows.map(({ id, title, menu_position }) => ({ id, name: title, menu_position }))

  const move = (id: string, step: -1 | 1) => editor.setAll(swapWithNeighbour(order, id, step))
  /** A dragged card takes the position of the card that it is dropped on. */
  const drop = (target: string) => {
    const from = order.findIndex(({ id }) => id === dragged)
    const to = order.findIndex(({ id }) => id === target)
    setDragged(undefined)
    if (from < 0 || to < 0 || from === to) return
    const [moved] = order.splice(from, 1)
    if (moved) editor.setAll(numberSequentially(order.toSpliced(to, 0, moved)))
  }
  const addCard = () => {
    const card = newPromotion(rows.length)
    editor.add(card)
    // The new card is the last of a long page, and gets the focus.
    focusOpened(() => document.getElementById(cardId(card.id))?.querySelector<HTMLElement>('input:required'))
  }
  return (
    <AdminPage
      title={t('promotions.title')}
      description={t('promotions.description')}
      actions={<ListLink list="promotions" />}
    >
      <SidebarFeatures
        spinWheel={loaderData.spinWheel}
        languages={loaderData.languages}
        translations={loaderData.spinWheelTranslations}
      />
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="grow text-base font-semibold text-heading">{t('promotions.list')}</h2>
        <Changing>
          <button type="button" data-add onClick={addCard} className="button min-h-10 gap-2 px-4 text-sm">
            <Plus aria-hidden="true" className="size-4" />
            {t('promotions.add')}
          </button>
        </Changing>
      </div>
      <p className="text-sm text-muted">{t('promotions.placeholders')}</p>
      {rows.length === 0 && (
        <p className="rounded-lg border border-card-line bg-card p-6 text-center text-sm text-muted">
          {t('promotions.empty')}
        </p>
      )}
      <ul className="grid gap-4 lg:grid-cols-2">
        {rows.map((promotion, index) => (
          <li
            key={promotion.id}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              drop(promotion.id)
            }}
            data-dragged={promotion.id === dragged || undefined}
            className="data-dragged:opacity-50"
          >
            <PromotionEditor
              promotion={promotion}
              editor={editor}
              bookmakers={loaderData.bookmakers}
              languages={loaderData.languages}
              translations={loaderData.translations}
              onUp={index > 0 ? () => move(promotion.id, -1) : undefined}
              onDown={index < rows.length - 1 ? () => move(promotion.id, 1) : undefined}
              onDrag={(dragging) => setDragged(dragging ? promotion.id : undefined)}
            />
          </li>
        ))}
      </ul>
      <SaveBar
        editor={editor}
        texts={{
          saved: t('promotions.saved'),
          failed: (message) => message ?? t('save.failed'),
          invalid: (problem) =>
            problem === 'problem.required' ? t('promotions.required') : (problemText(t, problem) ?? ''),
          column: (column) => columnText(t, column),
          value: (column, value) =>
            column === 'bookmaker_id'
              ? (loaderData.bookmakers.find(({ id }) => id === value)?.name ?? t('promotions.no-bookmaker'))
              : undefined,
        }}
      />
    </AdminPage>
  )
}

/** In the order of the site's menu: by position, the newer first. */
function byMenu(a: EditorPromotion, b: EditorPromotion): number {
  return a.menu_position - b.menu_position || b.created_at.localeCompare(a.created_at)
}
