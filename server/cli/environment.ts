import type { SourcesEnv } from '#app/features/sources/settings.ts'

/** The environment of commands for sources: an address that is typed at a terminal can be in a private network. */
export const ENVIRONMENT: SourcesEnv = {
  variables: process.env,
  allowPrivateFeeds: true,
  secret: process.env.APP_SECRET || undefined,
}
