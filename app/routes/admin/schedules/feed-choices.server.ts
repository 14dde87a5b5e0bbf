import { IMPORTED } from '#app/features/sources/registry.server.ts'

export type FeedChoices = Omit<ReturnType<typeof listFeedChoices>[number], 'key'>

/** What schedules of each source can choose. */
export function listFeedChoices() {
  return IMPORTED.map(({ key, choices, everything, markets, cost }) => ({
    key,
    competitions: choices && { example: choices.example, everything },
    markets: markets ?? { list: [], event: [] },
    hasCredits: cost !== undefined,
  }))
}
