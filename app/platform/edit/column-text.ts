import type { TFunction } from 'i18next'
import { type AdminKey, textOfKey } from '../i18n/text-of-key.ts'

/** The name of a database column on the screens: `column.*` of the texts, else its own name in words. */
export function columnText(t: TFunction<'admin'>, column: string): string {
  const key = `column.${column.replaceAll('_', '-')}`
  return textOfKey(t, key, column.replaceAll('_', ' '))
}

/** Columns whose names their own screens have. */
const OF_SCREENS: Readonly<Record<string, Readonly<Record<string, AdminKey>>>> = {
  experiments: {
    kind: 'experiments.kind',
    share: 'experiments.share',
    outcome: 'experiments.outcome',
    colour: 'experiments.colour',
    bookmaker_ids: 'experiments.first',
    deviation: 'experiments.deviation',
    currency: 'experiments.currency',
    effect: 'experiments.effect',
    alpha: 'experiments.alpha',
    power: 'experiments.power',
    window_days: 'experiments.window',
  },
  translations: { texts: 'menu.translations' },
  checked_links: { link: 'links.link', since: 'links.since', checked_at: 'links.checked' },
  market_mappings: {
    key: 'sources.as-sent',
    type: 'sources.matches',
    seen: 'sources.seen',
    first_seen: 'sources.first-seen',
    example: 'sources.example',
  },
}

/** Columns that name an item of another table. */
const REFERENCES: Readonly<Record<string, string>> = {
  ...{ sport_id: 'sports', country_id: 'countries', league_id: 'leagues', page_id: 'pages' },
  ...{ language_id: 'languages', affiliate_button_id: 'affiliate_buttons', promotion_id: 'promotions' },
  ...{ footer_link_id: 'footer_links', audience_id: 'audiences' },
}

/** Whose `name` is that of the feed, beside a display name. */
const PLACES: ReadonlySet<string> = new Set(['sports', 'countries', 'leagues'])

/** The name of a column of a table. */
export function recordedText(t: TFunction<'admin'>, entity: string, column: string): string {
  if (column === 'name' && !PLACES.has(entity)) return t('webhooks.name')
  const other = REFERENCES[column]
  if (other) return entityText(t, other)
  const own = OF_SCREENS[entity]?.[column]
  return own ? textOfKey(t, own) : columnText(t, column)
}

/** The name of a table's or tool's items in the history. */
export function entityText(t: TFunction<'admin'>, entity: string): string {
  return textOfKey(t, `entity.${entity.replaceAll('_', '-')}`, entity.replaceAll('_', ' '))
}

/** The text of a field's problem, with the part of its value that it names. */
export function problemText(t: TFunction<'admin'>, problem: string | undefined): string | undefined {
  if (!problem) return problem
  const [key = '', ...part] = problem.split(' ')
  return textOfKey(t, key, problem, { part: `\u2068${part.join(' ')}\u2069` })
}
