import { Link } from 'react-router'
import { z } from 'zod'
import { countLinks, LINK_CHECK_QUEUE, listCheckedLinks } from '#app/features/affiliates/link-check.server.ts'
import { createBookmaker, saveBookmakers } from '#app/features/bookmakers/commands.server.ts'
import { listAllMerged, listEditorBookmakers } from '#app/features/bookmakers/queries.server.ts'
import { bookmakerChange } from '#app/features/catalogue/editor-schema.ts'
import { slugOr } from '#app/features/catalogue/place-names.ts'
import { changesSchema } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { CELL } from '#app/ui/admin/table.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { checkChanges, readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { OrderedList } from '../ordered-list/list.tsx'
import type { Route } from './+types/route'
import { LinksPanel } from './links-panel.tsx'
import { NewBookmaker } from './new-bookmaker.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'bookmakers.read')
  const [bookmakers, merged, links, linkCount] = await reading(
    services,
    'screen',
    Promise.all([
      listEditorBookmakers(services),
      listAllMerged(services),
      listCheckedLinks(services.database.kysely, LINKS_SHOWN),
      countLinks(services.database.kysely),
    ]),
  )
  return { bookmakers, merged, links, linkCount }
}

const bookmakersRequest = z.union([
  z.object({ kind: z.literal('check-links') }),
  z.object({ kind: z.literal('create'), name: z.string() }),
  changesSchema,
])

export const action = adminAction('bookmakers.change', async ({ services, actor, request }) => {
  const asked = await readJson(request, bookmakersRequest)
  if ('kind' in asked && asked.kind === 'create') {
    const name = bookmakerChange.shape.name.safeParse(asked.name)
    if (!name.success) return { kind: 'refused' as const, problem: name.error.issues[0]?.message ?? '' }
    const slug = slugOr(name.data, 'bookmaker')
    const id = await createBookmaker(services, actor, { name: name.data, slug })
    return id ? { kind: 'created' as const, id } : { kind: 'name-taken' as const }
  }
  if ('kind' in asked) {
    const isTaken = await services.jobs.send(LINK_CHECK_QUEUE, {})
    return { kind: isTaken ? ('asked' as const) : ('running' as const) }
  }
  const { changes, problems } = checkChanges(asked, bookmakerChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveBookmakers(services, changes, actor)
})

/** The others are in their table. */
const LINKS_SHOWN = 25

const TEXTS = ['logo_url', 'website_url', 'commission'] as const

export default function Bookmakers({
  loaderData: { bookmakers, merged, links, linkCount },
}: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  return (
    <AdminPage
      title={t('menu.bookmakers')}
      description={t('bookmakers.description')}
      actions={<ListLink list="bookmakers" />}
    >
      <NewBookmaker />
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
            { key: 'name', text: t('webhooks.name') },
            { key: 'logo', text: t('column.logo-url'), className: 'min-w-40' },
            { key: 'website', text: t('column.website-url'), className: 'min-w-40' },
            { key: 'commission', text: t('column.commission'), className: 'min-w-24' },
            { key: 'details', text: t('bookmakers.details') },
            { key: 'status', text: t('column.status') },
            { key: 'actions', text: t('column.actions') },
          ]}
          texts={TEXTS}
          trail={({ id, name }) => (
            <td className={CELL}>
              <Link
                to={`/admin/bookmakers/${id}`}
                aria-label={t('bookmakers.details-of', { name })}
                className="text-link underline hover:text-link-hover"
              >
                {t('bookmakers.details')}
              </Link>
            </td>
          )}
        />
      )}
      {merged.length > 0 && (
        <Panel title={t('bookmakers.merged')}>
          <ul className="flex flex-col gap-1 text-sm">
            {merged.map(({ id, name, into }) => (
              <li key={id} className="flex flex-wrap gap-x-3">
                <Link to={`/admin/bookmakers/${id}`} className="text-link underline hover:text-link-hover">
                  <bdi>{name}</bdi>
                </Link>
                <span className="text-muted">{t('bookmakers.merged-into', { name: into })}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <LinksPanel links={links} total={linkCount} />
    </AdminPage>
  )
}
