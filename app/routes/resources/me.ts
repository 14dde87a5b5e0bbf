import type { Me } from '#app/features/accounts/me.ts'

/** Who the visitor is: never cached. Nobody has an account yet. */
export function loader() {
  const me: Me = { user: null, favourites: [] }
  return Response.json(me, { headers: { 'Cache-Control': 'no-store' } })
}
