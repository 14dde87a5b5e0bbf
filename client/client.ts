/**
 * A client of the read API. It has no dependencies: copy this folder into a program, or import it. Its types are
 * generated from the API's description.
 */
import { type Change, type Operations, PATHS, type Problem } from './types.ts'

export type * from './types.ts'

export interface ClientOptions {
  /** Of the site, such as https://odds.example. */
  origin: string
  /** An API key. */
  key?: string
  /** The bearer token of a user, for personal addresses. */
  token?: string
  fetch?: typeof fetch
}

/** The API has refused a request. */
export class ApiError extends Error {
  readonly status: number
  /** The problem document; undefined if the answer was not the API's. */
  readonly problem: Problem | undefined

  constructor(status: number, problem: Problem | undefined) {
    super(problem?.detail ?? `The server answered ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
  }
}

type Asked<Name extends keyof Operations> = Operations[Name]['parameters']
type Answer<Name extends keyof Operations> = Operations[Name]['answer']
/** The addresses that answer with JSON. */
type Read = Exclude<keyof Operations, 'streamChanges'>
/** The addresses whose answers are pages. */
type Listed = {
  [Name in Read]: Answer<Name> extends { data: unknown[]; next: string | null } ? Name : never
}[Read]
type Entry<Name extends Listed> = Answer<Name> extends { data: (infer Item)[] } ? Item : never

/** Reconnections of a stream begin with this pause, and double it up to the longest one. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

export function createClient({ origin, key, token, fetch: send = fetch }: ClientOptions) {
  async function request(name: keyof Operations, parameters: object, init: RequestInit): Promise<Response> {
    const query = new URLSearchParams()
    let path = PATHS[name]
    for (const [parameter, value] of Object.entries(parameters)) {
      if (value === undefined) continue
      const place = `{${parameter}}`
      if (path.includes(place)) path = path.replace(place, encodeURIComponent(String(value)))
      else query.set(parameter, String(value))
    }
    const headers = new Headers(init.headers)
    if (key !== undefined) headers.set('X-Api-Key', key)
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
    const asked = query.size > 0 ? `?${query}` : ''
    const response = await send(`${origin}/api/v1${path}${asked}`, { ...init, headers })
    if (response.ok) return response
    const isProblem = response.headers.get('content-type') === 'application/problem+json'
    throw new ApiError(response.status, isProblem ? ((await response.json()) as Problem) : undefined)
  }

  /** The answer of an address. @throws ApiError */
  async function get<Name extends Read>(
    name: Name,
    parameters: Asked<Name>,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Answer<Name>> {
    const response = await request(name, parameters, signal ? { signal } : {})
    return (await response.json()) as Answer<Name>
  }

  /** Every entry of a list, page by page. @throws ApiError */
  async function* all<Name extends Listed>(
    name: Name,
    parameters: Asked<Name>,
    options: { signal?: AbortSignal } = {},
  ): AsyncGenerator<Entry<Name>> {
    for (let cursor: string | undefined; ; ) {
      const asked = cursor === undefined ? parameters : { ...parameters, cursor }
      const page = (await get(name, asked, options)) as { data: Entry<Name>[]; next: string | null }
      yield* page.data
      if (page.next === null) return
      cursor = page.next
    }
  }

  /**
   * Changes as they happen, from an id or from now on. After an interruption it goes on after the last change.
   * @throws ApiError when the site refuses the stream, such as 410 when the changes after the id are no longer kept
   */
  async function* changes(
    parameters: Asked<'streamChanges'>,
    { signal }: { signal?: AbortSignal } = {},
  ): AsyncGenerator<Change> {
    let last: string | undefined
    for (let pause = FIRST_PAUSE_MS; !signal?.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const headers = { ...(last !== undefined && { 'Last-Event-ID': last }) }
      try {
        const response = await request('streamChanges', parameters, { headers, ...(signal && { signal }) })
        for await (const { id, data } of readEvents(response)) {
          last = id ?? last
          pause = FIRST_PAUSE_MS
          if (data !== undefined) yield JSON.parse(data) as Change
        }
      } catch (error) {
        if (signal?.aborted) return
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error
      }
      await wait(pause, signal)
    }
  }

  return { get, all, changes }
}

interface StreamEvent {
  id?: string
  data?: string
}

/** Server-sent events, whose data is one line. */
async function* readEvents({ body }: Response): AsyncGenerator<StreamEvent> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const blocks = (rest + part.value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event: StreamEvent = {}
        for (const line of block.split('\n')) {
          if (line.startsWith('id: ')) event.id = line.slice('id: '.length)
          if (line.startsWith('data: ')) event.data = line.slice('data: '.length)
        }
        yield event
      }
    }
  } finally {
    await reader?.cancel().catch(() => {})
  }
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
