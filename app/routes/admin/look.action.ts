import { redirectDocument } from 'react-router'
import type { Route } from './+types/look.action'
import { readForm } from './changes.server.ts'
import { backOffice } from './guard.server.ts'
import { lookCookie } from './look.ts'

/** Light or dark, for this browser; back to the screen that asked. */
export async function action({ request, context }: Route.ActionArgs) {
  backOffice(context)
  const form = await readForm(request)
  const to = String(form.get('to') ?? '')
  const path = /^\/admin(\/[\w/-]*)?(\?[^#\\]*)?$/.test(to) ? to : '/admin'
  return redirectDocument(path, {
    headers: { 'Set-Cookie': lookCookie(form.get('look') === 'dark' ? 'dark' : 'light') },
  })
}
