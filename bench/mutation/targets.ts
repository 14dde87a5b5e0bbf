import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Modules that make decisions, besides every rules.ts. */
const DECIDING = [
  /^odds\/(comparison|sure-bets|formats|quotes|headline)\.ts$/,
  /^feeds\/(json-parts|identity|cron|places|run-texts)\.ts$/,
  /^sources\/(?:[^/]+\/)?(?!.*\.server)[^/]+\.ts$/,
  /^matches\/(form|groups|names|results|score-import|sides|similarity|fixture-status)\.ts$/,
  /^team-mapping\/(likeness|pool|resolve|sound|lessons)\.ts$/,
  /^theme\/(colour|defaults)\.ts$/,
  /^catalogue\/(slug|names|countries|positions)\.ts$/,
  /^languages\/(change|switch)\.ts$/,
  /^translations\/transfer\.ts$/,
  /^search\/fold\.ts$/,
  /^seo\/(addresses|sitemap|templates)\.ts$/,
  /^match-content\/built-in\.ts$/,
  /^affiliates\/click-report\.ts$/,
  /^read-api\/pages\.ts$/,
]

const QUERIES = /(^|[/-])queries\.server\.ts$/

/** The files for mutants, as paths relative to the project's folder. */
export function findTargets(root: string): string[] {
  const features = path.join(root, 'app/features')
  return readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => !/\.test\./.test(file))
    .filter((file) => /\/rules\.ts$/.test(file) || QUERIES.test(file) || DECIDING.some((it) => it.test(file)))
    .map((file) => path.join('app/features', file))
    .sort()
}
