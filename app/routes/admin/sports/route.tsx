import { useEffect, useState } from 'react'
import { saveSports } from '#app/features/catalogue/commands.server.ts'
import { listEditorSports } from '#app/features/catalogue/editor-queries.server.ts'
import { sportChange } from '#app/features/catalogue/editor-schema.ts'
import { byPosition } from '#app/features/catalogue/positions.ts'
import { isFixed, moveSport } from '#app/features/catalogue/sport-moves.ts'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field, PositionField, Toggle } from '#app/ui/admin/fields.tsx'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { RemoveButton } from '#app/ui/admin/remove-button.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { Banner } from '#app/ui/banner.tsx'
import { afterSuccess } from '#app/ui/passing.ts'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { checkChanges, readChanges } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { NoSports } from '../no-sports.tsx'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'catalogue.read')
  return { sports: await reading(services, 'sports-data', listEditorSports(services)) }
}

export const action = adminAction('catalogue.change', async ({ services, actor, request }) => {
  const { changes, problems } = checkChanges(await readChanges(request), sportChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveSports(services, changes, actor)
})

export default function ManageSports({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const editor = useEditor(loaderData.sports)
  const [note, setNote] = useState<string>()
  useEffect(() => (note ? afterSuccess(() => setNote(undefined)) : undefined), [note])

  const names = usePlaceNames()
  const rows = editor.rows.toSorted(byPosition)
  const move = (index: number, step: -1 | 1) => {
    const moved = moveSport(rows, index, step)
    if ('stays' in moved) setNote(t(moved.stays, { name: names.sport(moved.name) }))
    else editor.setAll(moved.positions)
  }
  return (
    <AdminPage
      title={t('sports.title')}
      description={t('sports.description')}
      actions={<ListLink list="sports" />}
    >
      {rows.length === 0 && <NoSports />}
      {note && <Banner tone="error">{note}</Banner>}
      <AdminTable
        label={t('sports.title')}
        columns={[
          { key: 'position', text: t('column.position') },
          { key: 'name', text: t('column.name') },
          { key: 'display', text: t('column.display-name'), className: 'min-w-48' },
          { key: 'status', text: t('column.status') },
          { key: 'actions', text: t('column.actions') },
        ]}
      >
        {rows.map((sport, index) => {
          const name = names.sport(sport.name)
          return (
            <AdminRow key={sport.id} changed={editor.isChanged(sport.id)}>
              <td className={CELL}>
                <PositionField
                  label={name}
                  position={sport.menu_position}
                  min={0}
                  disabled={isFixed(sport)}
                  changed={editor.isChanged(sport.id, 'menu_position')}
                  problem={problemText(t, editor.problemOf(sport.id, 'menu_position'))}
                  onPosition={(menu_position) => editor.set(sport.id, { menu_position })}
                  onUp={index > 0 ? () => move(index, -1) : undefined}
                  onDown={index < rows.length - 1 ? () => move(index, 1) : undefined}
                />
              </td>
              <td className={CELL}>
                <bdi>{name}</bdi>
              </td>
              <td className={CELL}>
                <Field
                  label={t('field.display-name', { name })}
                  labelHidden
                  value={sport.display_name ?? ''}
                  placeholder={name}
                  changed={editor.isChanged(sport.id, 'display_name')}
                  problem={problemText(t, editor.problemOf(sport.id, 'display_name'))}
                  onValue={(display_name) => editor.set(sport.id, { display_name })}
                />
              </td>
              <td className={CELL}>
                <Toggle
                  label={t('field.active', { name })}
                  labelHidden
                  on={sport.is_active}
                  changed={editor.isChanged(sport.id, 'is_active')}
                  onToggle={(is_active) => editor.set(sport.id, { is_active })}
                />
              </td>
              <td className={CELL}>
                <HistoryButton entity="sports" id={sport.id} name={name} />
                {sport.is_empty && <RemoveButton name={name} onRemove={() => editor.remove(sport.id)} />}
              </td>
            </AdminRow>
          )
        })}
      </AdminTable>
      <SaveBar
        editor={editor}
        errorsPass
        texts={{
          saved: t('sports.saved'),
          column: (column) => columnText(t, column),
          invalid: (problem) => (problem === 'list.not-empty' ? t('list.not-empty') : undefined),
        }}
      />
    </AdminPage>
  )
}
