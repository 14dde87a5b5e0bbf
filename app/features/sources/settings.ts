import { z } from 'zod'
import type { Source, SourcePlace, SourceSettings } from './contract.ts'

/** What of the environment sources read. */
export interface SourcesEnv {
  variables: Readonly<Record<string, string | undefined>>
  /** Whether their addresses may lead into a private network. */
  allowPrivateFeeds: boolean
  /** What opens the settings that are kept in the back office; undefined: the site made one for itself. */
  secret?: string | undefined
}

const address = z.url({ protocol: /^https?$/ })

/** What the environment says of a source; a malformed address counts as absent (the server does not start with one). */
export function readSettings(source: Source, { variables }: Pick<SourcesEnv, 'variables'>): SourceSettings {
  return Object.fromEntries(
    Object.entries(source.variables).map(([name, variable]) => [
      name,
      (problemOf(source, name, variables) ? undefined : variables[name]) ?? variable.default,
    ]),
  )
}

/** What is wrong with the variables of sources, a line each. */
export function findSettingProblems(
  sources: readonly Source[],
  { variables }: Pick<SourcesEnv, 'variables'>,
): string[] {
  return sources.flatMap((source) =>
    Object.keys(source.variables).flatMap((name) => {
      const problem = problemOf(source, name, variables)
      return problem ? [`${name}: ${problem}`] : []
    }),
  )
}

/** What is wrong with a value of a source's variable; null: nothing. */
export function problemOf(source: Source, name: string, variables: SourcesEnv['variables']): string | null {
  const value = variables[name]
  if (value === undefined || source.variables[name]?.kind !== 'address') return null
  return address.safeParse(value).error?.issues[0]?.message ?? null
}

/** A base address without the slash at its end. */
export function baseOf(value: string | undefined): string {
  return (value ?? '').replace(/\/+$/, '')
}

/** Headers with which a source is asked at an address of its own host. */
export function ownHeaders(
  source: Source,
  place: SourcePlace | null,
  address: string,
): Record<string, string> {
  const isOwn = place && URL.canParse(address) && new URL(address).origin === new URL(place.address).origin
  return isOwn ? (source.request(place, {}).headers ?? {}) : {}
}
