import type { SourcesEnv } from '#app/features/sources/settings.ts'

/** What commands know of the sources: what is typed at a terminal may lead into a private network. */
export const ENVIRONMENT: SourcesEnv = {
  variables: process.env,
  allowPrivateFeeds: true,
  secret: process.env.APP_SECRET || undefined,
}
