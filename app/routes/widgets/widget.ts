import { servicesContext } from '#app/platform/services.ts'
import { answerWidget } from '#app/site/widgets/answer.server.tsx'
import type { Route } from './+types/widget'

/** A widget for a frame of another site. */
export function loader({ url, params, context }: Route.LoaderArgs) {
  return answerWidget(context.get(servicesContext), { url, kind: params.kind })
}
