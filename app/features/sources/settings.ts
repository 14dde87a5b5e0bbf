import { z } from 'zod'
import type { Source, SourcePlace, SourceSettings } from './contract.ts'

/** The environment variables that sources read. */
export interface SourcesEnv {
  variables: Readonly<Record<string, string | undefined>>
  /** Whether the sources' addresses can lead into a private network. */
  allowPrivateFeeds: boolean
  /** The secret that decrypts the settings of the back office; undefined: the site has generated one. */
  secret?: string | undefined
}

const address = z.url({ protocol: /^https?$/ })

/**
 * A source's values from the environment; a malformed address counts as absent (the server does not start with one).
 */
export function readSettings(source: Source, { variables }: Pick<SourcesEnv, 'variables'>): SourceSettings {
  return Object.fromEntries(
    Object.entries(source.variables).map(([name, variable]) => [
      name,
      (problemOf(source, name, variables) ? undefined : variables[name]) ?? variable.default,
    ]),
  )
}

/** Problems of the sources' variables, one line each. */
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

/** The problem of a value of a source's variable; null: it is valid. */
export function problemOf(source: Source, name: string, variables: SourcesEnv['variables']): string | null {
  const value = variables[name]
  if (value === undefined || source.variables[name]?.kind !== 'address') return null
  return address.safeParse(value).error?.issues[0]?.message ?? null
}

/** The variable of a source's address. */
export function addressVariable({ variables }: Source): string | undefined {
  return Object.keys(variables).find((name) => variables[name]?.kind === 'address')
}

/** The variables of secrets that are sent to a source's address. */
export function secretsOf({ variables }: Source): string[] {
  return Object.keys(variables).filter(
    (name) => variables[name]?.isSecret && variables[name].kind !== 'address',
  )
}

/** The origin of the address that a source has with these values; null: it has none. */
export function originOf(source: Source, variables: SourcesEnv['variables']): string | null {
  const name = addressVariable(source)
  const address = name && readSettings(source, { variables })[name]
  return address ? new URL(address).origin : null
}

/** A base address without a trailing slash. */
export function baseOf(value: string | undefined): string {
  return (value ?? '').replace(/\/+$/, '')
}

/** Headers of requests to a source at an address of its own host. */
export function ownHeaders(
  source: Source,
  place: SourcePlace | null,
  address: string,
): Record<string, string> {
  const isOwn = place && URL.canParse(address) && new URL(address).origin === new URL(place.address).origin
  return isOwn ? (source.request(place, {}).headers ?? {}) : {}
}
