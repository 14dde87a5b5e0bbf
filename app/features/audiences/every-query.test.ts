import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/** Tables with bookmakers, their prices, links and offers, where a query reads them. */
const READS =
  /(?:selectFrom|[jJ]oin)\(\s*'(?:bookmakers|bookmaker_members|odds|odds_history|quotes|quote_changes|market_bests|set_headlines|closing_odds|set_closing_odds|line_closing_odds|affiliate_buttons|promotions)\b|\b(?:from|join) (?:bookmakers|bookmaker_members|odds|odds_history|quotes|quote_changes|market_bests|set_headlines|closing_odds|set_closing_odds|line_closing_odds|affiliate_buttons|promotions|ranked_\w+\()\b/

/** Writes, and what only the back office shows. */
const NOT_FOR_VISITORS =
  /\/(?:bulk-edit|imports|contests|dashboard|feed-health|history|removal|earnings)\/|\/(?:commands|editor-queries|jobs)\.server\.ts$/

const OTHERS: Record<string, string> = {
  'app/features/affiliates/click-report.server.ts': 'for the back office',
  'app/features/affiliates/link-check.server.ts': 'a nightly job',
  'app/features/audiences/barred-texts.server.ts': 'a list for operators of what visitors may not see',
  'app/features/bookmakers/unused.server.ts': 'for the back office',
  'app/features/catalogue/reviews.server.ts': 'names a review in the history',
  'app/features/matches/price-rows.server.ts': 'for the back office',
  'app/features/odds/store/clock-ahead.server.ts': 'stores prices',
  'app/features/odds/store/compare.server.ts': 'stores prices',
  'app/features/odds/store/event-offers.server.ts': 'stores prices',
  'app/features/odds/headline-quotes.server.ts': 'stores prices',
  'app/features/odds/history.server.ts': 'callers pass on the changes of bookmakers that may be shown',
  'app/features/odds/lapses.server.ts': 'callers pass on those of bookmakers that may be shown',
  'app/features/odds/store/move-prices.server.ts': 'merges matches',
  'app/features/odds/quoted-results.server.ts': 'is asked only for bookmakers that may be shown',
  'app/features/odds/source-prices.server.ts': 'undoes a merge, for the back office',
  'app/features/odds/store/store-history.server.ts': 'stores prices',
  'app/features/odds/store/stored-quotes.server.ts': 'stores prices',
  'app/features/odds/typed-prices.server.ts': 'for the back office',
  'app/features/statistics/bookmaker-figures.server.ts': 'a nightly job',
  'app/features/statistics/closing.server.ts': 'a job, for the set of bookmakers of each audience',
  'app/features/visitor-alerts/check.server.ts': 'a job, for the audience of each alert',
  'app/features/visitor-alerts/evaluate.server.ts': 'a job, for the audience of each alert',
}

it('of bookmakers, prices, links and offers asks what its audience may see', () => {
  const files = globSync('app/**/*.server.{ts,tsx}', { cwd: root }).sort()
  const forgetful = files.filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return !NOT_FOR_VISITORS.test(file) && READS.test(text) && !/\b(?:readAudience|headlineFor)\(/.test(text)
  })
  expect(forgetful).toEqual(Object.keys(OTHERS).sort())
})
