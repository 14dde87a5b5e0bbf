import { EnvironmentError } from '#app/platform/env.ts'
import apiFootball from './api-football/index.ts'
import type { Source } from './contract.ts'
import footballData from './football-data/index.ts'
import promo from './promo/index.ts'
import { findSettingProblems, type SourcesEnv } from './settings.ts'
import sportsDb from './sportsdb/index.ts'
import theOddsApi from './the-odds-api/index.ts'

/** Every source, in the order of the import screen. To add one, add its folder and a line here. */
export const SOURCES: readonly Source[] = [promo, theOddsApi, apiFootball, footballData, sportsDb]

export function findSource(key: string): Source | undefined {
  return SOURCES.find((source) => source.key === key)
}

/** The sources whose matches and prices a screen or a schedule imports. */
export const IMPORTED: readonly Source[] = SOURCES.filter(
  ({ carries }) => carries.includes('fixtures') || carries.includes('prices'),
)

export function findImported(key: string): Source | undefined {
  return IMPORTED.find((source) => source.key === key)
}

/** The source of a schedule or a run: the one with that key, or the one that has the tool. */
export function findOwner(key: string): Source | undefined {
  return findSource(key) ?? SOURCES.find(({ tools = {} }) => Object.hasOwn(tools, key))
}

/** @throws EnvironmentError when a variable of a source is malformed */
export function checkSettings(env: Pick<SourcesEnv, 'variables'>): void {
  const problems = findSettingProblems(SOURCES, env)
  if (problems.length === 0) return
  const lines = problems.map((problem) => `  ${problem}`)
  throw new EnvironmentError(`The environment cannot be used:\n${lines.join('\n')}`)
}
