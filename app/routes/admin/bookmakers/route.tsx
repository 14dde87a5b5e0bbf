import { saveBookmakers } from '#app/features/bookmakers/commands.server.ts'
import { listEditorBookmakers } from '#app/features/bookmakers/queries.server.ts'
import { bookmakerChange } from '#app/features/catalogue/editor-schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { checkChanges, readChanges } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { OrderedList } from '../ordered-list/list.tsx'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context)
  return { bookmakers: await reading(services, 'screen', listEditorBookmakers(services)) }
}

export const action = adminAction(async ({ services, actor, request }) => {
  const { changes, problems } = checkChanges(await readChanges(request), bookmakerChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveBookmakers(services, changes, actor)
})

const TEXTS = ['logo_url', 'website_url', 'commission'] as const

export default function Bookmakers({ loaderData: { bookmakers } }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  return (
    <AdminPage title={t('menu.bookmakers')} description={t('bookmakers.description')}>
      {bookmakers.length === 0 ? (
        <p className="py-12 text-center text-sm text-muted">{t('bookmakers.none')}</p>
      ) : (
        <OrderedList
          rows={bookmakers}
          entity="bookmakers"
          label={t('menu.bookmakers')}
          isWide
          saved={t('bookmakers.saved')}
          columns={[
            { key: 'position', text: t('column.position') },
            { key: 'name', text: t('column.name') },
            { key: 'logo', text: t('column.logo-url'), className: 'min-w-56' },
            { key: 'website', text: t('column.website-url'), className: 'min-w-56' },
            { key: 'commission', text: t('column.commission'), className: 'min-w-24' },
            { key: 'status', text: t('column.status') },
            { key: 'actions', text: t('column.actions') },
          ]}
          texts={TEXTS}
        />
      )}
    </AdminPage>
  )
}
