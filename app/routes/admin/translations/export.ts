import { exportTranslations } from '#app/features/translations/editor-queries.server.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/export'

/** The file of all saved texts; with `?built-in` including the built-in labels. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'texts.read')
  const file = await exportTranslations(services, { withShipped: url.searchParams.has('built-in') })
  return new Response(file, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="translations_export.json"',
    },
  })
}
