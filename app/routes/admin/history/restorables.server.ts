import type { Transaction } from 'kysely'
import { z } from 'zod'
import { putPersonBack } from '#app/features/accounts/people.server.ts'
import { recordedPerson } from '#app/features/accounts/people.ts'
import {
  BUTTON_TRANSLATIONS,
  saveButtonsWithin,
  saveTemplates,
} from '#app/features/affiliates/commands.server.ts'
import { buttonChange, templateChange } from '#app/features/affiliates/editor-schema.ts'
import { AUDIENCE_TRANSLATIONS, saveAudiencesWithin } from '#app/features/audiences/commands.server.ts'
import { audienceChange } from '#app/features/audiences/editor-schema.ts'
import { putMergeBack, saveBookmakers } from '#app/features/bookmakers/commands.server.ts'
import { saveCountries, saveLeagues, saveSports } from '#app/features/catalogue/commands.server.ts'
import {
  bookmakerChange,
  countryChange,
  leagueChange,
  sportChange,
} from '#app/features/catalogue/editor-schema.ts'
import { slugOr } from '#app/features/catalogue/place-names.ts'
import { BOOKMAKER_REVIEWS } from '#app/features/catalogue/reviews.server.ts'
import { LINK_TRANSLATIONS, SECTION_TRANSLATIONS, saveLinks } from '#app/features/footer/commands.server.ts'
import { linkChange } from '#app/features/footer/editor-schema.ts'
import type { Restorable, Restorables } from '#app/features/history/put-back.server.ts'
import { scheduleChange } from '#app/features/imports/schedules/schedule-schema.ts'
import { saveSchedules } from '#app/features/imports/schedules/schedules.server.ts'
import { saveLanguages } from '#app/features/languages/commands.server.ts'
import { languageChange } from '#app/features/languages/editor-schema.ts'
import { MATCH_CONTENT } from '#app/features/match-content/commands.server.ts'
import { saveMatches } from '#app/features/matches/editor-commands.server.ts'
import { matchChange } from '#app/features/matches/editor-schema.ts'
import { readTypedNow } from '#app/features/odds/typed-prices.server.ts'
import { readRecorded, recordedText } from '#app/features/odds/typed-prices.ts'
import { putPageBack, putTextBack } from '#app/features/pages/commands.server.ts'
import { deletedPageText, pageChange } from '#app/features/pages/editor-schema.ts'
import {
  PROMOTION_TRANSLATIONS,
  SPIN_WHEEL_TRANSLATIONS,
  savePromotionsWithin,
  saveSpinWheel,
} from '#app/features/promotions/commands.server.ts'
import { promotionChange, spinWheelChange } from '#app/features/promotions/editor-schema.ts'
import { SEO_TRANSLATIONS } from '#app/features/seo/commands.server.ts'
import { saveSettings } from '#app/features/settings/commands.server.ts'
import { settingsChange } from '#app/features/settings/schema.ts'
import { marketMappingChange } from '#app/features/sources/mapping-change.ts'
import { putMappingBack, readMapping } from '#app/features/sources/market-mappings.server.ts'
import { mappingChange } from '#app/features/team-mapping/mapping-change.ts'
import { saveMappings } from '#app/features/team-mapping/save-mappings.server.ts'
import { putTextsBack, readTexts, readTranslationId } from '#app/features/translations/commands.server.ts'
import { restoreTexts, type TranslatedTable, wholeTexts } from '#app/features/translations/items.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { saveChanges, saveTogether } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, SaveOutcome } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'

const TRANSLATED: readonly TranslatedTable[] = [
  AUDIENCE_TRANSLATIONS,
  BOOKMAKER_REVIEWS,
  BUTTON_TRANSLATIONS,
  LINK_TRANSLATIONS,
  SECTION_TRANSLATIONS,
  MATCH_CONTENT,
  PROMOTION_TRANSLATIONS,
  SEO_TRANSLATIONS,
  SPIN_WHEEL_TRANSLATIONS,
]

/** Items come back with the texts that were deleted with them. */
const withTexts =
  (
    { database }: Pick<Services, 'database'>,
    texts: TranslatedTable,
    save: (tx: Transaction<DB>, changes: Changes, actor: Actor) => Promise<SaveOutcome>,
  ): Restorable['save'] =>
  (changes, actor) =>
    saveTogether(database.kysely, async (tx) => {
      const outcome = await save(tx, changes, actor)
      if (outcome.kind === 'saved') await restoreTexts(tx, texts, changes, actor)
      return outcome
    })

/** The settings and the spin wheel are columns of one row, with an entry for each save. */
const isOfSpinWheel = ({ update }: Changes): boolean =>
  update.some(({ after }) => Object.keys(after).some((column) => column in spinWheelChange.shape))

/** The fields of texts; with their item and language, as the history keeps deleted ones. */
const schemaOf = ({ owner, schema }: TranslatedTable) =>
  owner ? schema.extend({ [owner.column]: z.uuid(), language_id: z.uuid() }) : schema

/**
 * What the history puts back. Of the others the history says why not (`why-not.ts`): keys, whose secrets it does not
 * have; runs, sessions and invitations, which are over; files; and decisions on matches, which have a way back of their
 * own.
 */
export async function restorablesOf(services: Services): Promise<Restorables> {
  const { kysely } = services.database
  const languages = await kysely.selectFrom('languages').select('code').orderBy('code').execute()
  const items: Restorable[] = [
    {
      table: 'sports',
      schema: sportChange,
      save: (changes, actor) => saveSports(services, changes, actor),
      recreates: false,
    },
    {
      table: 'countries',
      schema: countryChange,
      save: (changes, actor) => saveCountries(services, changes, actor),
      recreates: false,
    },
    {
      table: 'leagues',
      schema: leagueChange,
      save: (changes, actor) => saveLeagues(services, changes, actor),
      recreates: false,
    },
    {
      table: 'bookmakers',
      // A merge or a split has an entry of its own.
      schema: bookmakerChange.extend({ merged_into: z.uuid().nullable().optional() }),
      save: (changes, actor) => {
        const [change] = changes.update
        return change && 'merged_into' in change.after
          ? putMergeBack(services, actor, change)
          : saveBookmakers(services, changes, actor, (name) => slugOr(name, 'bookmaker'))
      },
      recreates: true,
    },
    {
      table: 'matches',
      schema: matchChange,
      computed: {
        typed_prices: {
          read: async (id, earlier) =>
            JSON.stringify(await readTypedNow(services, id, readRecorded(earlier))),
          text: (value) => recordedText(readRecorded(value)),
          over: (earlier, current) => {
            const now = readRecorded(current)
            return JSON.stringify(
              readRecorded(earlier).map((quote, index) => ({ ...quote, seen: now[index]?.seen ?? null })),
            )
          },
        },
      },
      save: (changes, actor) => saveMatches(services, changes, actor),
      recreates: false,
    },
    {
      table: 'audiences',
      schema: audienceChange,
      save: withTexts(services, AUDIENCE_TRANSLATIONS, saveAudiencesWithin),
      recreates: true,
    },
    {
      table: 'promotions',
      schema: promotionChange,
      save: withTexts(services, PROMOTION_TRANSLATIONS, savePromotionsWithin),
      recreates: true,
    },
    {
      table: 'affiliate_buttons',
      schema: buttonChange,
      save: withTexts(services, BUTTON_TRANSLATIONS, saveButtonsWithin),
      recreates: true,
    },
    {
      table: 'link_templates',
      schema: templateChange,
      save: (changes, actor) => saveTemplates(services, changes, actor),
      recreates: true,
    },
    {
      table: 'footer_links',
      schema: linkChange,
      save: withTexts(services, LINK_TRANSLATIONS, saveLinks),
      recreates: true,
    },
    {
      table: 'pages',
      schema: pageChange,
      save: (changes, actor) => putPageBack(services, changes, actor),
      recreates: true,
    },
    {
      table: 'multilingual_pages',
      schema: deletedPageText,
      save: (changes, actor) => putTextBack(services, changes, actor),
      recreates: true,
    },
    {
      table: 'site_settings',
      // Before the first change of one of the two, the popup of the mobile bar follows the sidebar.
      schema: settingsChange
        .extend(spinWheelChange.shape)
        .extend({ spin_wheel_enabled: spinWheelChange.shape.spin_wheel_enabled.nullable() }),
      save: (changes, actor) =>
        isOfSpinWheel(changes)
          ? saveSpinWheel(services, changes, actor)
          : saveSettings(services, changes, actor),
      recreates: false,
    },
    {
      table: 'team_mappings',
      schema: mappingChange,
      save: (changes, actor) => saveMappings(services, changes, actor),
      recreates: false,
    },
    {
      table: 'import_schedules',
      schema: scheduleChange,
      save: (changes, actor) => saveSchedules(services.database, changes, actor),
      recreates: false,
    },
    {
      table: 'languages',
      schema: languageChange,
      save: (changes, actor) => saveLanguages(services, changes, actor),
      recreates: false,
    },
    {
      table: 'translations',
      schema: z.object(Object.fromEntries(languages.map(({ code }) => [code, z.string().nullable()]))),
      items: {
        isItem: (id) => readTranslationId(id) !== null,
        read: (id) => readTexts(services, id),
        isEmptied: true,
      },
      save: (changes, actor) => putTextsBack(services, changes, actor),
      recreates: true,
    },
    {
      table: 'market_mappings',
      schema: marketMappingChange,
      items: {
        isItem: (id) => /^[^/]+\/./.test(id),
        read: (id) => readMapping(kysely, id),
        isEmptied: false,
      },
      save: (changes, actor) => putMappingBack(services, changes, actor),
      recreates: false,
    },
    {
      table: 'profiles',
      // Who may do what. A second factor is set up by its owner alone.
      schema: recordedPerson,
      save: (changes, actor) => putPersonBack(services, changes, actor),
      recreates: false,
      asksPassword: true,
    },
    ...TRANSLATED.map(
      (texts): Restorable => ({
        table: texts.table,
        schema: schemaOf(texts),
        save: (changes, actor) =>
          kysely.transaction().execute((tx) => saveChanges(tx, wholeTexts(texts), changes, actor)),
        recreates: texts.owner !== null,
      }),
    ),
  ]
  return new Map(items.map((item) => [item.table, item]))
}
