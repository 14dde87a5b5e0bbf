import { readMergeQuestion } from '#app/features/contests/queries.server.ts'
import { isId } from '#app/platform/ids.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/question'

/** What follows if the matches of the pair `?id=` are the same; null if it is decided already. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'matching.read')
  const id = url.searchParams.get('id')
  if (!isId(id)) throw new Response(null, { status: 404 })
  return { question: await readMergeQuestion(services, id) }
}
