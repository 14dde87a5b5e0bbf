import { redirect } from 'react-router'
import type { Session } from '#app/features/accounts/schema.ts'
import { requireUser } from '#app/features/accounts/session.server.ts'
import { openVisit, type Visit } from '#app/features/accounts/visit.server.ts'
import { readFormat } from '#app/features/odds/shown-price.ts'
import { accountPath } from '#app/platform/paths.ts'

export interface OwnVisit extends Visit {
  user: Session['user']
}

/**
 * A request of a signed-in visitor's own page.
 * @throws a redirect to the sign-in screen, or to the profile while a one-time password must be replaced
 */
export async function openOwn(args: Parameters<typeof openVisit>[0]): Promise<OwnVisit> {
  const visit = await openVisit(args)
  const { pathname, search } = args.url
  const { services, request, lang } = visit
  const { user } = await requireUser(services, request, { lang, returnTo: pathname + search })
  if (user.mustChangePassword) throw redirect(`${accountPath(lang, 'profile')}?tab=password`)
  return { ...visit, user }
}

/** The format of prices that a visitor has chosen; null: that of the page. */
export function formatOf(user: Session['user']) {
  return readFormat(user.priceFormat)
}
