import { PRICE_FORMATS, type PriceFormat } from '#app/features/odds/prices.ts'
import { isId } from '#app/platform/ids.ts'

export const LEAGUE_WIDGETS = ['matches', 'standings'] as const
export const MATCH_WIDGETS = ['grid', 'best'] as const
export const WIDGETS = [...LEAGUE_WIDGETS, ...MATCH_WIDGETS] as const
export type WidgetKind = (typeof WIDGETS)[number]

/** What a widget is of: the parameter with its id. */
export function subjectOf(kind: WidgetKind): 'league' | 'match' {
  return kind === 'matches' || kind === 'standings' ? 'league' : 'match'
}

/** Heights in pixels until a widget has told its own, and of frames in pages without scripts. */
export const WIDGET_HEIGHTS: Readonly<Record<WidgetKind, number>> = {
  matches: 380,
  standings: 700,
  grid: 420,
  best: 260,
}

export const WIDGET_SCHEMES = ['light', 'dark'] as const
export const MOST_MATCHES = 20
const USUAL_MATCHES = 5

/** What a widget shows: the next matches or the table of a league, or one match. */
export interface WidgetRequest {
  kind: WidgetKind
  /** Of the league or the match. */
  id: string
  /** Null: the site's own. */
  lang: string | null
  scheme: (typeof WIDGET_SCHEMES)[number] | null
  format: PriceFormat | null
  limit: number
}

/** The request of a widget's address. Null if the kind is unknown or the id is missing; other values have defaults. */
export function readWidget(kind: string, query: URLSearchParams): WidgetRequest | null {
  const known = WIDGETS.find((it) => it === kind)
  const id = known ? query.get(subjectOf(known)) : null
  if (!known || !isId(id)) return null
  const limit = Number(query.get('limit') ?? USUAL_MATCHES)
  return {
    kind: known,
    id,
    lang: query.get('lang'),
    scheme: WIDGET_SCHEMES.find((it) => it === query.get('scheme')) ?? null,
    format: PRICE_FORMATS.find((it) => it === query.get('odds')) ?? null,
    limit: Number.isInteger(limit) && limit >= 1 && limit <= MOST_MATCHES ? limit : USUAL_MATCHES,
  }
}
