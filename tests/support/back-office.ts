import type { TestSite } from './site.ts'

/** A request of a back-office page: JSON, from its own origin, with an administrator's cookie. */
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

/** The result of a screen's action, for a request like that of the page's scripts: to the URL with `.data`. */
export async function answerOf<Answer>(response: Response): Promise<Answer> {
  const [line = ''] = (await response.text()).split('\n')
  const parts = JSON.parse(line) as unknown[]
  const read = (index: number): unknown => {
    const part = parts[index]
    if (Array.isArray(part)) return part.map(read)
    if (typeof part !== 'object' || part === null) return part ?? null
    const entries = Object.entries(part as Record<string, number>)
    return Object.fromEntries(entries.map(([name, value]) => [parts[Number(name.slice(1))], read(value)]))
  }
  return (read(0) as { data: Answer }).data
}
