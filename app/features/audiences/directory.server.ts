import type { Services } from '#app/platform/services.ts'
import type { Audience } from './permissions.ts'
import { type Audiences, audienceOfCountry, readAudiences } from './queries.server.ts'
import { visitorCountry } from './visitors.ts'

/** Finds the audience of each request, without a query for most of them. */
export interface AudienceDirectory {
  /** A promise until the audiences have been read, at the start and after each change of them. */
  audienceOf(visitor: {
    country?: string | undefined
    cookie?: string | undefined
  }): Audience | Promise<Audience>
  /** All audiences; none without groups of countries. */
  all(): Promise<readonly Audience[]>
  /** Something has changed (`*`: everything). The memo must be invalidated first. */
  drop(tags: readonly string[]): void
}

const READ: ReadonlySet<string> = new Set(['*', 'audiences', 'bookmakers'])

export function createAudienceDirectory(
  services: Pick<Services, 'database' | 'memo' | 'log'>,
): AudienceDirectory {
  let known: Audiences | undefined
  /** The last known ones, for the time in which the database is not available. */
  let last: Audiences | undefined
  let changes = 0

  async function read(): Promise<Audiences> {
    const before = changes
    try {
      const audiences = await readAudiences(services)
      if (before === changes) {
        known = audiences
        last = audiences
      }
      return audiences
    } catch (error) {
      if (!last) throw error
      services.log.error({ err: error }, 'the audiences could not be read; the last known ones are used')
      return last
    }
  }

  return {
    audienceOf: (visitor) => (known ? choose(known, visitor) : read().then((it) => choose(it, visitor))),
    async all() {
      const { byCountry, rest, unknown } = known ?? (await read())
      return byCountry
        ? [...new Map([...byCountry.values(), rest, unknown].map((it) => [it.key, it])).values()]
        : []
    },
    drop(tags) {
      if (!tags.some((tag) => READ.has(tag))) return
      changes += 1
      known = undefined
    },
  }
}

function choose(audiences: Audiences, visitor: Parameters<AudienceDirectory['audienceOf']>[0]): Audience {
  // Without groups, no country is looked up.
  return audienceOfCountry(audiences, audiences.byCountry ? visitorCountry(visitor) : undefined)
}
