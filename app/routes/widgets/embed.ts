import { EMBED } from '#app/site/widgets/scripts.ts'

/** The script that other sites include. */
export function loader() {
  return new Response(EMBED, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}
