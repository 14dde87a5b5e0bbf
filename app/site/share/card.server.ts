import type { TFunction } from 'i18next'
import { permitsEveryBookmaker } from '#app/features/audiences/permissions.ts'
import { readAudience } from '#app/features/audiences/queries.server.ts'
import { isKickedOff } from '#app/features/catalogue/sport-words.ts'
import { getFixture } from '#app/features/matches/details.server.ts'
import { listMatchMarkets } from '#app/features/matches/match-markets.server.ts'
import { matchState, shownScore } from '#app/features/matches/match-state.ts'
import { findMatchById, listNextOfLeagues } from '#app/features/matches/queries.server.ts'
import { withResults } from '#app/features/matches/results.server.ts'
import { asQuoted, headlineAt } from '#app/features/odds/headline.ts'
import { findShownMarket } from '#app/features/odds/market-address.ts'
import { type Board, type BoardBest, shownBest } from '#app/features/odds/market-board.ts'
import { marketWords } from '#app/features/odds/market-words.ts'
import type { Winning } from '#app/features/odds/settle.ts'
import { type ShownPrice, showPrice } from '#app/features/odds/shown-price.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import {
  type CardCell,
  type CardColours,
  MOST_CELLS,
  type ShareCard,
} from '#app/features/share-images/card.ts'
import { shareColours } from '#app/features/theme/rules.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { createI18n, type Translator } from '#app/platform/i18n/i18n.ts'
import type { ShareOf } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { formatDate, formatDateRange, zoneName } from '#app/platform/time.ts'
import { findLeaguePlace } from '../base/place.server.ts'
import { type RootData, readRootData } from '../base/root-data.server.ts'
import { matchBoards } from '../parts/match-boards.ts'

const NEXT_MATCHES = 3

interface Base {
  services: Services
  lang: string
  root: RootData
  i18n: Translator
  zone: string
  blank: ShareCard
}

/** What an image shows to everybody, in a language. Undefined if there is no such match. @throws a 404 for no such league */
export async function readShareCard(
  services: Services,
  of: ShareOf,
  { url, lang }: { url: URL; lang: string },
): Promise<ShareCard | undefined> {
  const [root, settings] = await Promise.all([
    readRootData({ services, url, language: lang }),
    readSettings(services),
  ])
  const i18n = createI18n(root.language, root.labels, root.priceMark)
  const base: Base = {
    ...{ services, lang, root, i18n, zone: root.rendered.zone },
    blank: blankCard(root, shareColours(settings)),
  }
  if (of.kind === 'site') return siteCard(base)
  return of.kind === 'league' ? leagueCard(base, of) : matchCard(base, of)
}

function blankCard({ direction, siteName }: RootData, colours: CardColours): ShareCard {
  return {
    ...{ direction, colours, siteName, place: '', title: [], scores: [], when: '' },
    ...{ market: '', cells: [], lines: [], note: '' },
  }
}

async function siteCard({ services, lang, blank }: Base): Promise<ShareCard> {
  const { settings = {} } = await getResources(services, lang)
  return {
    ...blank,
    title: [settings['seo.home-title'] ?? ''],
    lines: [settings['seo.home-description'] ?? ''],
  }
}

async function leagueCard(
  { services, lang, i18n, zone, blank }: Base,
  of: Extract<ShareOf, { kind: 'league' }>,
): Promise<ShareCard> {
  const { names, sport, country, league } = await findLeaguePlace(services, { lang, ...of })
  const next = await listNextOfLeagues(services, { leagueIds: [league.id], perLeague: NEXT_MATCHES })
  const t = i18n.getFixedT('matches') as unknown as TFunction<'matches'>
  return {
    ...blank,
    place: [sport.name, country.name].join(' · '),
    title: [league.name],
    when: next.length > 0 ? t('upcoming') : '',
    lines: next.map((stored) => {
      const { home, away, startTime } = names.match(stored)
      return `${isolate(formatDate(new Date(startTime), 'dateTime', lang, zone))}  ${isolate(home)} – ${isolate(away)}`
    }),
    note: zoneName(zone, lang),
  }
}

async function matchCard(
  { services, lang, root, i18n, zone, blank }: Base,
  { id, market: query }: Extract<ShareOf, { kind: 'match' }>,
): Promise<ShareCard | undefined> {
  const stored = await findMatchById(services, id)
  if (!stored) return undefined
  const place = { sport: stored.sport.slug, country: stored.country.slug, league: stored.league.slug }
  const [{ names }, [found], fixture, markets, { bookmakers }] = await Promise.all([
    findLeaguePlace(services, { lang, ...place }),
    withResults(services, [stored]),
    getFixture(services, id),
    listMatchMarkets(services, stored),
    readAudience(services),
  ])
  const now = new Date()
  const local = names.match(found ?? stored)
  const match = { ...local, headline: headlineAt(local.headline, now) }
  const state = matchState(match, now, zone)
  const shown = findShownMarket(markets, new URLSearchParams(query), match.headline.withDraw) ?? null
  const boards = matchBoards({ match, fixture, state, markets, shown, buttons: [], now, lang })
  const { board, isClosed, isHeadline } = boards
  const t = i18n.getFixedT('matches') as unknown as TFunction<'matches'>
  const words = marketWords({ t, language: lang }, match)
  const say = (price: ShownPrice | null) =>
    price ? showPrice(price, i18n.priceLanguage, root.priceFormat) : '–'
  const typed = match.headline.typed && isHeadline && !isClosed ? match.headline : null
  const kept = board ? keptOf(board, boards.won) : []
  const cells = typed
    ? (['home', 'draw', 'away'] as const).flatMap((outcome): CardCell[] => {
        const best = typed[outcome]
        if (!best) return []
        const label = outcome === 'draw' ? t('outcome.draw') : match[outcome]
        return [{ label, price: say(asQuoted(typed, outcome, best.price)), by: '', hasWon: false }]
      })
    : kept.map(({ outcome, index, one }) => ({
        label: board ? words.outcomeName(board.market, outcome) : '',
        price: say(one && shownBest(one)),
        by: one?.row.quote.bookmaker.name ?? '',
        hasWon: Boolean(boards.won?.[index]),
      }))
  const score = shownScore(match, now)
  const isOver = state === 'past' || state === 'cancelled'
  // Where a bookmaker may not be shown, there may be prices all the same, for others who see the image.
  const none = permitsEveryBookmaker(bookmakers)
    ? [t(isOver ? 'bookmakers.none-past' : 'bookmakers.none')]
    : []
  return {
    ...blank,
    place: [match.league.name, match.country.name].join(' · '),
    title: [match.home, match.away],
    scores: score ? [String(score.home), String(score.away)] : [],
    when: [
      stateWord(),
      formatDate(new Date(match.startTime), 'fullDateTime', lang, zone),
      zoneName(zone, lang),
    ]
      .filter(Boolean)
      .map(isolate)
      .join(' · '),
    market: board
      ? [words.typeName(board.market), words.detailName(board.market)].filter(Boolean).join(' ')
      : '',
    cells,
    lines: cells.length > 0 ? [] : none,
    note: cells.length > 0 ? noteOf() : '',
  }

  function stateWord(): string {
    if (state === 'cancelled') return t('cancelled')
    if (state === 'live') return t('live.badge')
    return state === 'past' && score ? t(isKickedOff(match.sport.slug) ? 'full-time' : 'final-score') : ''
  }

  function noteOf(): string {
    if (isClosed) return t(boards.bestTitle)
    const seen = typed ? null : seenOf(kept)
    return seen
      ? t('share.note-at', { time: isolate(formatDateRange(seen, 'dateTime', lang, zone)) })
      : t('share.note')
  }
}

interface Kept {
  outcome: string
  /** In the market. */
  index: number
  /** Null if nobody quotes it. */
  one: BoardBest | null
}

/** The outcomes with room on an image: of too many the most likely ones, in the order of the market. None without any price. */
function keptOf({ market, best }: Board, won: readonly Winning[] | null): Kept[] {
  if (best.every((one) => one === null)) return []
  const outcomes = market.outcomes.map((outcome, index) => ({ outcome, index, one: best[index] ?? null }))
  const priority = ({ index, one }: (typeof outcomes)[number]) =>
    won?.[index] ? 0 : (one?.net ?? Number.POSITIVE_INFINITY)
  const kept = new Set(outcomes.toSorted((a, b) => priority(a) - priority(b)).slice(0, MOST_CELLS))
  return outcomes.filter((it) => kept.has(it))
}

/** From when to when the shown prices were read: one time would not be true of all. */
function seenOf(kept: readonly Kept[]): { from: Date; to: Date } | null {
  const times = kept.flatMap(({ one }) => one?.row.quote.seenAt.getTime() ?? [])
  return times.length === 0 ? null : { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) }
}

/** A part of a line that keeps its own direction. */
function isolate(text: string): string {
  return `\u2068${text}\u2069`
}
