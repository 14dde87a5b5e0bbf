import { type MiddlewareFunction, redirect } from 'react-router'
import { servicesContext } from '#app/platform/services.ts'
import { getKnownLanguages } from './queries.server.ts'
import { decideLanguage } from './rules.ts'

/**
 * Lets only addresses under an active language through. Others are redirected to the same path under the default
 * language (temporarily: an operator can change the default).
 */
export const requireLanguage: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const services = context.get(servicesContext)
  const decision = decideLanguage(url.pathname, url.search, await getKnownLanguages(services))
  if (decision.kind === 'redirect') throw redirect(decision.location)
  if (decision.kind === 'outside') throw new Response(null, { status: 404 })
  return next()
}
