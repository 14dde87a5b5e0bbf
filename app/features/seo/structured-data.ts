import { matchPath } from '#app/platform/paths.ts'
import type { Fixture, MatchSummary } from '../matches/schema.ts'

type JsonValue = string | number | JsonLd | JsonValue[]

/** A schema.org description for search engines. The code that writes it into a page escapes it. */
export interface JsonLd {
  [property: string]: JsonValue
}

/** A step of the breadcrumb from the home page to a page. */
export interface Step {
  name: string
  /** The URL without the origin. */
  path: string
}

export function describeWay(origin: string, steps: readonly Step[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

export function describeSite(site: {
  name: string
  address: string
  language: string
  description: string
}): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: site.name,
    url: site.address,
    inLanguage: site.language,
    ...(site.description ? { description: site.description } : {}),
  }
}

/** A match as a schema.org event, with its location if it is known. */
export function describeMatch(
  origin: string,
  language: string,
  match: MatchSummary,
  fixture: Fixture | null,
): JsonLd {
  const home = describeTeam(match.home, match.homeBadge, origin)
  const away = describeTeam(match.away, match.awayBadge, origin)
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: `${match.home} - ${match.away}`,
    sport: match.sport.name,
    startDate: fixture?.statusShort === TIME_OPEN ? match.startTime.slice(0, 10) : match.startTime,
    eventStatus: `https://schema.org/${eventStatus(match, fixture)}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    url: origin + matchPath(language, match),
    homeTeam: home,
    awayTeam: away,
    superEvent: { '@type': 'EventSeries', name: match.league.name },
    ...describeVenue(fixture),
  }
}

function describeTeam(name: string, badge: string | null, origin: string): JsonLd {
  const team = { '@type': 'SportsTeam', name }
  return badge && URL.canParse(badge, origin) ? { ...team, logo: new URL(badge, origin).href } : team
}

function describeVenue(fixture: Fixture | null): JsonLd {
  const name = fixture?.venue || fixture?.city
  if (!name) return {}
  return { location: { '@type': 'Place', name, address: fixture?.city || name } }
}

/** Schema.org has no state for a running or finished event: it stays scheduled. */
function eventStatus(match: MatchSummary, fixture: Fixture | null): string {
  if (match.status === 'cancelled') return 'EventCancelled'
  return fixture?.statusShort === 'PST' ? 'EventPostponed' : 'EventScheduled'
}

/** The code of a fixture whose time of day is not decided: the event takes place, and its date has no time. */
const TIME_OPEN = 'TBD'
