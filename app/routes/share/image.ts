import { servicesContext } from '#app/platform/services.ts'
import { answerShareImage } from '#app/site/share/answer.server.ts'
import type { Route } from './+types/image'

/** An image for social sites. */
export function loader({ request, url, params, context }: Route.LoaderArgs) {
  return answerShareImage(context.get(servicesContext), {
    ...{ request, url, lang: params.lang },
    rest: params['*'],
  })
}
