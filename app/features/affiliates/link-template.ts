/** Links with placeholders, such as `https://partner.example/?sub={click_id}&lang={lang}`. Runs anywhere. */

/** The placeholders that the link of a button or a match can have. `match` is the match's id, `outcome` is home, draw or away. */
export const PLACEHOLDERS = ['click_id', 'lang', 'page', 'match', 'outcome'] as const
export const SUBS = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const
/** The placeholders of a promotion's link; its subs are those of its bookmaker's links. */
export const PROMOTION_PLACEHOLDERS = [...PLACEHOLDERS, ...SUBS] as const
/** The placeholders of a bookmaker's templates: also what the operator has defined, and what the feed says of the quote. */
export const TEMPLATE_PLACEHOLDERS = [...PROMOTION_PLACEHOLDERS, 'event_link', 'sid'] as const
type Placeholder = (typeof TEMPLATE_PLACEHOLDERS)[number]

/** What a sub can say of a click. */
export const SUB_CONTENTS = ['page', 'league', 'match', 'market', 'outcome', 'language', 'country'] as const
export type SubContent = (typeof SUB_CONTENTS)[number]

export type ClickValues = Partial<Record<Placeholder, string | null | undefined>>

const PLACEHOLDER = /\{([^{}]*)\}/g
const EVENT_LINK = '{event_link}'

/** What a placeholder says that describes the click, if the click has no such value. The others cannot be filled then. */
const NOTHING = 'none'
const DESCRIBING: ReadonlySet<string> = new Set<Placeholder>([
  'click_id',
  'page',
  'match',
  'outcome',
  ...SUBS,
])

/** Placeholders as partners' sites copy them, '%7Bclick_id%7D', in the form that is filled. */
export function withPlainPlaceholders(link: string): string {
  return link.replace(/%7B(\w+)%7D/gi, (typed, name: string) =>
    TEMPLATE_PLACEHOLDERS.some((it) => it === name) ? `{${name}}` : typed,
  )
}

/**
 * The first part of a link that cannot be filled: an unknown placeholder, a brace of another kind, which would leave the site,
 * or a placeholder in the host, which would be invalid without a value. The link of an event is the whole link, with or
 * without a query of the operator, or it is in the query of another one.
 * @returns null if every placeholder can be filled
 */
export function findUnfillable(link: string, known: readonly string[] = PLACEHOLDERS): string | null {
  const parts = link.match(/\{+[^{}]*\}+|[{}]/g) ?? []
  const unknown = parts.find((part) => !known.some((name) => part === `{${name}}`))
  if (unknown) return unknown
  const isOfEvent = link.startsWith(EVENT_LINK)
  const rest = isOfEvent ? link.slice(EVENT_LINK.length) : link
  const [path = ''] = rest.split(/[?#]/)
  const isMisplaced = isOfEvent
    ? !/^(\?|$)/.test(rest) || rest.includes(EVENT_LINK)
    : path.includes(EVENT_LINK)
  if (isMisplaced) return EVENT_LINK
  return /^https?:\/\/[^/?#]*?(\{\w+\})/i.exec(link)?.[1] ?? null
}

/** For `refine` of a schema. The problem names the part of the link that cannot be filled. */
export function checkPlaceholders(problem: string, known?: readonly string[]) {
  return [
    (link: string) => findUnfillable(link, known) === null,
    { error: ({ input }: { input?: unknown }) => `${problem} ${findUnfillable(String(input), known)}` },
  ] as const
}

export function hasPlaceholders(link: string): boolean {
  return link.search(PLACEHOLDER) !== -1
}

export function hasPlaceholder(link: string, name: Placeholder): boolean {
  return link.includes(`{${name}}`)
}

/**
 * The link with the values of the click; null if one of its placeholders has none: none ever leaves the site unfilled.
 * @param hosts to which the link of an event may lead, with their subdomains
 */
export function fillLink(link: string, values: ClickValues, hosts: readonly string[] = []): string | null {
  const eventLink = permittedLink(values.event_link, hosts)
  const isOfEvent = link.startsWith(EVENT_LINK)
  let isFilled = true
  const own = (isOfEvent ? link.slice(EVENT_LINK.length) : link).replace(PLACEHOLDER, (_, name: string) => {
    const given = Object.hasOwn(values, name) ? values[name as Placeholder] : undefined
    const value = name === 'event_link' ? eventLink : given || (DESCRIBING.has(name) ? NOTHING : null)
    isFilled &&= Boolean(value)
    return encodeURIComponent(value ?? '')
  })
  // Nested placeholders may leave braces.
  const filled = own.replaceAll('{', '%7B').replaceAll('}', '%7D')
  if (!isFilled) return null
  if (!isOfEvent) return filled
  return eventLink && withQuery(eventLink, filled.slice(1))
}

/** A feed's link, if it is over HTTPS and to one of these hosts: a feed cannot send visitors anywhere else. */
function permittedLink(link: string | null | undefined, hosts: readonly string[]): string | null {
  if (!link || /[{}\s]/.test(link) || !URL.canParse(link)) return null
  const { protocol, hostname, port, username, password, href } = new URL(link)
  if (protocol !== 'https:' || port || username || password) return null
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)) ? href : null
}

/** @param query without the question mark */
function withQuery(link: string, query: string): string {
  const url = new URL(link)
  if (query) url.search = url.search ? `${url.search}&${query}` : query
  return url.href
}
