import type { TestSite } from './site.ts'

/** What a screen's own page sends: JSON, from its own origin, with an administrator's cookie. */
export function adminPost(site: TestSite, cookie: string) {
  return (target: string, body: unknown): Promise<Response> =>
    fetch(site.origin + target, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        origin: site.origin,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        cookie,
      },
      body: JSON.stringify(body),
    })
}
