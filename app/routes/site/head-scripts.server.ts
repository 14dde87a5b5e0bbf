import type { MiddlewareFunction } from 'react-router'
import { getHeadScripts } from '#app/features/settings/head-scripts.server.ts'
import { servicesContext } from '#app/platform/services.ts'
import { headScriptsContext } from '../document.ts'

/** The operator's scripts join the document. A page is never lost to them. */
export const withHeadScripts: MiddlewareFunction<Response> = async ({ context }, next) => {
  const services = context.get(servicesContext)
  try {
    context.set(headScriptsContext, await getHeadScripts(services))
  } catch (error) {
    services.log.error({ err: error }, 'the head scripts are left out')
  }
  return next()
}

/** Where passwords are typed, nobody else's script runs. */
export const withoutHeadScripts: MiddlewareFunction<Response> = ({ context }, next) => {
  context.set(headScriptsContext, null)
  return next()
}
