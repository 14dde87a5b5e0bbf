import { randomUUID } from 'node:crypto'
import { saveAudiences } from '#app/features/audiences/commands.server.ts'
import { audienceChange } from '#app/features/audiences/editor-schema.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { SaveOutcome, Values } from '#app/platform/edit/schema.ts'

/** A group of countries that limits nothing. */
const UNLIMITED_GROUP = {
  countries: '',
  is_rest: false,
  bookmaker_rule: 'except',
  bookmakers: '',
  promotions_on: true,
  links_on: true,
  alerts_on: true,
  minimum_age: null,
  adult_mark: false,
  help_text: null,
  help_url: null,
  ad_word: null,
  terms: null,
  menu_position: 1,
} satisfies Values

/** Saves new groups of countries as an operator does. */
export function saveGroups(
  database: Database,
  groups: readonly (Values & { name: string })[],
): Promise<SaveOutcome> {
  const create = groups.map((group) => ({
    id: typeof group.id === 'string' ? group.id : randomUUID(),
    values: audienceChange.parse({ ...UNLIMITED_GROUP, ...group }) as Values,
  }))
  return saveAudiences({ database }, { create, update: [], remove: [] }, { id: null, email: 'test' })
}
