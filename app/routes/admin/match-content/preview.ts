import { data } from 'react-router'
import { getPreview } from '#app/features/match-content/editor-queries.server.ts'
import { isId } from '#app/platform/ids.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/preview'

/** The matches for a preview, and one of them in a language. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'texts.read')
  const { searchParams } = url
  const matchId = searchParams.get('match')
  const preview = await getPreview(services, {
    language: searchParams.get('language') ?? '',
    matchId: isId(matchId) ? matchId : null,
    team: searchParams.get('team')?.slice(0, 100) ?? '',
  })
  if (!preview) throw data(null, { status: 404 })
  return preview
}
