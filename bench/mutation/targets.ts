import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Modules that make decisions, besides every rules.ts, by their folders in app/features. */
const DECIDING: Readonly<Record<string, string>> = {
  affiliates: 'click-report clicked-price link-template outbound-link',
  audiences: 'age-mark countries permissions visitors',
  bookmakers: 'brands',
  catalogue: 'countries league-tier match-length names positions slug sport-moves',
  coupons: 'combine pick pick-list',
  earnings: 'read-report.server report signature',
  'feed-health': 'state',
  imports: 'cron history-range',
  languages: 'change choose-language switch',
  'match-content': 'built-in',
  matches: 'fixture-status groups match-state results team-form',
  movements: 'falls value',
  names: 'agreement compare-words contestants fold same-league same-team search-terms sides similarity sound',
  'noted-bets': 'bets-file totals',
  odds: `calculator field-payout formats headline list-market market-address market-board market-chart market-maths
    market-sure-bet market-view offers prices settle shown-price stake-plan stakes sure-bets typed-prices`,
  'read-api': 'calendar pages parameters refusal rss times',
  search: 'variants',
  seo: 'addresses sitemap structured-data templates',
  statistics: 'bookmakers closing seasons standings',
  'team-mapping': 'lessons pool resolve',
  theme: 'colour scheme',
  translations: 'transfer',
}

/** Modules that read what feeds send, without their contract, which is types and closed lists. */
const PARSING = /^sources\/(?!contract)(?:[^/]+\/)?(?!.*\.server)[^/]+\.ts$/
const QUERIES = /(^|[/-])queries\.server\.ts$/

/**
 * The files for mutants, as paths relative to the project's folder.
 * @throws Error if a listed module does not exist: a moved module would no longer be measured
 */
export function findTargets(root: string): string[] {
  const features = path.join(root, 'app/features')
  const listed = Object.entries(DECIDING).flatMap(([folder, names]) =>
    names.split(/\s+/).map((name) => `${folder}/${name}.ts`),
  )
  const missing = listed.filter((file) => !existsSync(path.join(features, file)))
  if (missing.length > 0)
    throw new Error(`bench/mutation/targets.ts lists no existing modules: ${missing.join(', ')}`)
  return readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => !/\.test\./.test(file))
    .filter(
      (file) =>
        /\/rules\.ts$/.test(file) || QUERIES.test(file) || PARSING.test(file) || listed.includes(file),
    )
    .map((file) => path.join('app/features', file))
    .sort()
}
