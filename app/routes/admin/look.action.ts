import { redirectDocument } from 'react-router'
import { toLocation } from '#app/platform/text/link.ts'
import type { Route } from './+types/look.action'
import { readForm } from './changes.server.ts'
import { backOffice } from './guard.server.ts'
import { lookCookie } from './look.ts'

/** Sets light or dark for this browser; redirects back to the screen. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services } = backOffice(context, 'dashboard.read')
  const form = await readForm(request)
  const to = String(form.get('to') ?? '')
  const path = /^\/admin(\/[\w/-]*)?(\?[^#\\]*)?$/.test(to) ? toLocation(to) : '/admin'
  return redirectDocument(path, {
    headers: {
      'Set-Cookie': lookCookie(form.get('look') === 'dark' ? 'dark' : 'light', services.env.https !== false),
    },
  })
}
