import { type MiddlewareFunction, redirect } from 'react-router'
import { getSession } from '#app/features/accounts/session.server.ts'
import {
  acceptedLanguages,
  chooseLanguage,
  decideLanguage,
  type KnownLanguages,
  storedLanguage,
} from '#app/features/languages/choose-language.ts'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { isRobot } from '#app/platform/http/robot.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'

/**
 * Passes on only addresses with an active language. One without a language redirects to the same path in the visitor's
 * language (temporarily: it depends on the visitor, and an operator can change the default), any other spelling to the
 * canonical one.
 */
export const requireLanguage: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const services = context.get(servicesContext)
  const known = await getKnownLanguages(services)
  const decision = decideLanguage(url.pathname, url.search, known)
  if (decision.kind === 'unprefixed') throw await redirectToStart(services, request, known, decision.rest)
  if (decision.kind === 'redirect') throw redirect(decision.location)
  if (decision.kind === 'outside') throw new Response(null, { status: 404 })
  return next()
}

/** The redirect to an address in the visitor's initial language; it must not be cached. */
export async function redirectToStart(
  services: Services,
  request: Request,
  known: KnownLanguages,
  rest: string,
): Promise<Response> {
  const language = await startLanguage(services, request, known)
  return redirect(`/${language}${rest}`, {
    headers: { 'Cache-Control': 'private, no-store', Vary: 'Accept-Language, Cookie, User-Agent' },
  })
}

/** The profile's language, else the stored choice, else the browser's; the default for crawlers. */
async function startLanguage(services: Services, request: Request, known: KnownLanguages): Promise<string> {
  const { headers } = request
  if (isRobot(headers.get('user-agent') ?? '')) return known.default
  return chooseLanguage(
    [
      await profileLanguage(services, request),
      storedLanguage(headers.get('cookie') ?? ''),
      ...acceptedLanguages(headers.get('accept-language') ?? ''),
    ],
    known,
  )
}

async function profileLanguage(services: Services, request: Request): Promise<string | null> {
  try {
    return (await getSession(services, request))?.user.preferredLanguage ?? null
  } catch (error) {
    services.log.error({ err: error }, 'the language of a profile could not be read')
    return null
  }
}
