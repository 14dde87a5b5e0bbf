import type { Route } from './+types/not-found'
import { backOffice } from './guard.server.ts'
import { screenMeta } from './screen-meta.ts'

export { ScreenError as ErrorBoundary } from './error.tsx'

/** An address of the back office that does not exist, for administrators. */
export function loader({ context }: Route.LoaderArgs) {
  backOffice(context, 'dashboard.read')
  throw new Response(null, { status: 404 })
}

export function meta({ matches: [root, frame] }: Route.MetaArgs) {
  return screenMeta('load.not-found', frame.loaderData?.labels, root.loaderData?.siteName)
}

export default function NotFound() {
  return null
}
