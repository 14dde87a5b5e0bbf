import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import type { Database } from './connection.server.ts'

let database: Database
/** The columns of each table with their types and defaults. */
let columns: Map<string, Record<string, string>>
beforeAll(async () => {
  database = await createTestDatabase()
  const { rows } = await sql<{ table: string; column: string; definition: string }>`
    select c.relname as table, a.attname as column,
      format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
        || coalesce(' = ' || regexp_replace(pg_get_expr(d.adbin, d.adrelid), '::[a-z ]+', '', 'g'), '') as definition
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`.execute(database.kysely)
  columns = new Map(
    [...Map.groupBy(rows, (row) => row.table)].map(([table, list]) => [
      table,
      Object.fromEntries(list.map(({ column, definition }) => [column, definition])),
    ]),
  )
})
afterAll(() => database.close())

/** Columns by type: `{ text: 'title url' }` means `{ title: 'text', url: 'text' }`. */
const byColumn = (wanted: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([definition, names]) =>
      names.split(' ').map((name) => [name, definition]),
    ),
  )

describe('the columns of the configuration', () => {
  it.each<[table: string, what: string, wanted: Record<string, string>]>([
    [
      'site_settings',
      'the one row',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'boolean not null = true': 'singleton',
      },
    ],
    [
      'site_settings',
      'identity and colours',
      {
        "text not null = 'Overround'": 'site_name',
        text: 'site_url logo_url favicon_url',
        "text not null = '#00ff95'":
          'primary_color status_scheduled_color link_color promotion_star_color footer_icon_color',
        "text not null = '#0e4735'": 'secondary_color',
        "text not null = '#0a1716'": 'background_color',
        "text not null = '#1a2726'": 'background_light_color card_background_color',
        "text not null = '#ffffff'": 'text_heading_color text_body_color footer_text_color',
        "text not null = '#9ca3af'": 'text_muted_color',
        "text not null = '#070e0d'": 'container_background_color',
        "text not null = '#1f2937'": 'container_border_color card_border_color',
        "text not null = '#ef4444'": 'status_live_color',
        "text not null = '#00e085'": 'link_hover_color',
        "text not null = '#22302f'": 'card_hover_color',
      },
    ],
    [
      'site_settings',
      'colours of buttons and icons',
      {
        "text not null = '#00ff95'": 'button_background_color icon_active_color',
        "text not null = '#000000'": 'button_text_color button_hover_text_color',
        "text not null = '#00e085'": 'button_hover_background_color icon_hover_color',
        "text not null = '#9ca3af'": 'icon_color',
      },
    ],
    [
      'site_settings',
      'texts for search engines',
      {
        text: 'default_meta_title default_meta_description home_meta_title home_meta_description home_meta_keywords social_image_url head_scripts',
      },
    ],
    [
      'site_settings',
      'templates of page titles',
      {
        text: 'sport_page_title_template match_page_title_template league_page_title_template country_page_title_template',
      },
    ],
    [
      'site_settings',
      'templates of page descriptions',
      {
        text: 'sport_page_description_template match_page_description_template league_page_description_template country_page_description_template',
      },
    ],
    [
      'site_settings',
      'the keywords of sport pages',
      {
        text: 'sport_page_meta_keywords_template',
      },
    ],
    [
      'site_settings',
      'backgrounds',
      {
        'boolean not null = false': 'header_background_enabled',
        'boolean not null = true': 'sidebar_background_enabled footer_background_enabled',
        "text not null = '#0a1716'": 'sidebar_background_color',
        "text not null = '#070e0d'": 'footer_background_color',
      },
    ],
    [
      'site_settings',
      'the spin wheel',
      {
        'boolean not null = false': 'spin_wheel_sidebar_on',
        "text not null = 'Spin The Wheel'": 'spin_wheel_title',
        "text not null = 'Try your luck and win prizes!'": 'spin_wheel_sub_title',
        "text not null = 'Spin Now'": 'spin_wheel_button_text',
        "text not null = '#'": 'spin_wheel_link',
      },
    ],
    [
      'site_settings',
      'the popup of the spin wheel',
      {
        boolean: 'spin_wheel_enabled',
      },
    ],
    [
      'site_settings',
      'the footer',
      {
        text: 'footer_about_title footer_about_text footer_links_title footer_legal_title footer_social_title footer_copyright_text footer_facebook_url footer_twitter_url footer_instagram_url footer_youtube_url footer_payment_methods_image_url footer_security_badges_image_url',
        'boolean not null = false': 'footer_show_payment_methods footer_show_security_badges',
      },
    ],
    [
      'multilingual_seo_settings',
      'texts for search engines in a language',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'uuid not null': 'language_id',
        text: 'home_meta_title home_meta_description home_meta_keywords sport_page_title_template sport_page_description_template sport_page_meta_keywords_template match_page_title_template match_page_description_template league_page_title_template league_page_description_template country_page_title_template country_page_description_template',
      },
    ],
    [
      'footer_links',
      'links',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'text not null': 'section_type title url',
        'boolean not null = true': 'is_active',
        'integer not null = 1': 'menu_position',
      },
    ],
    [
      'multilingual_footer_links',
      'a link in a language',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'uuid not null': 'footer_link_id language_id',
        'text not null': 'title',
      },
    ],
    [
      'multilingual_footer_sections',
      'the footer in a language',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'uuid not null': 'language_id',
        text: 'about_title about_text links_title legal_title social_title copyright_text',
      },
    ],
    [
      'multilingual_match_content',
      'the texts of match pages',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'uuid not null': 'language_id',
        'text not null': 'title_template description_template',
        text: 'history_odds_title history_odds_template highest_win_title highest_win_template safest_bet_title safest_bet_template',
      },
    ],
    [
      'languages',
      'languages',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'text not null': 'code name native_name',
        text: 'flag_code',
        'boolean not null = false': 'is_default rtl',
        'boolean not null = true': 'is_active',
      },
    ],
    [
      'translation_namespaces',
      'namespaces',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'text not null': 'name',
        text: 'description',
      },
    ],
    [
      'translations',
      'texts',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'uuid not null': 'language_id namespace_id',
        'text not null': 'key value',
      },
    ],
    [
      'sports',
      'what mapping reads',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'text not null': 'name',
        'boolean not null = true': 'is_active',
      },
    ],
    [
      'countries',
      'what mapping reads',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'text not null': 'name',
        text: 'display_name',
        'uuid not null': 'sport_id',
        'boolean not null = true': 'is_active',
        'integer not null = 1': 'menu_position',
      },
    ],
    [
      'leagues',
      'what mapping reads',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'text not null': 'name',
        'uuid not null': 'country_id sport_id',
        'boolean not null = true': 'is_active',
      },
    ],
    [
      'matches',
      'what mapping reads and fills in',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'uuid not null': 'league_id',
        'text not null': 'home_team away_team',
        text: 'sport_name country_name league_name',
      },
    ],
    [
      'sportsdb_teams',
      'what mapping reads',
      {
        'text not null': 'team_name',
        text: 'team_alternate sport country league_name badge_url description_en gender',
      },
    ],
    [
      'team_mappings',
      'which team is which',
      {
        'uuid not null = gen_random_uuid()': 'id',
        'text not null': 'matches_team_name',
        "text not null = ''": 'matches_country_name matches_sport_name matches_league_name',
        text: 'sportsdb_team_name sportsdb_team_badge_url sportsdb_country_name sportsdb_league_name sportsdb_description_en sportsdb_gender confidence_level',
        'timestamp with time zone': 'last_mapped_at',
      },
    ],
    [
      'sportsdb_countries',
      'countries',
      {
        'text not null': 'name_en',
        text: 'badge_url',
      },
    ],
    [
      'sportsdb_leagues',
      'leagues',
      {
        'integer not null': 'sportsdb_id',
        'text not null': 'name',
        text: 'country country_code badge_url logo_url banner_url sport alternate_name filename description current_season website facebook twitter instagram youtube',
        uuid: 'sport_id',
        integer: 'formation_year',
        jsonb: 'raw_data',
      },
    ],
    [
      'sportsdb_seasons',
      'seasons',
      {
        'integer not null': 'league_id',
        'text not null': 'season',
      },
    ],
    [
      'sportsdb_teams',
      'teams',
      {
        'integer not null': 'team_id',
        'text not null': 'team_name',
        text: 'team_alternate team_short sport stadium stadium_location stadium_description stadium_thumb_url colour_1 colour_2 colour_3 gender country badge_url logo_url banner_url fanart_url equipment_url',
        integer: 'formed_year venue_id stadium_capacity',
        jsonb: 'raw_data',
      },
    ],
    [
      'sportsdb_teams',
      'four leagues of a team',
      {
        integer: 'league_id league_id_2 league_id_3 league_id_4',
        text: 'league_name league_name_2 league_name_3 league_name_4',
      },
    ],
    [
      'sportsdb_teams',
      'descriptions in fifteen languages',
      {
        text: 'description_en description_de description_fr description_cn description_it description_jp description_ru description_es description_pt description_se description_nl description_hu description_no description_pl description_il',
      },
    ],
    [
      'sportsdb_events',
      'events',
      {
        'integer not null': 'event_id',
        integer: 'api_football_id home_team_id away_team_id spectators',
        text: 'event_name season home_team away_team round time_event time_local venue city poster_url square_url fanart_url thumb_url banner_url event_status',
        smallint: 'home_score away_score',
        'timestamp with time zone': 'event_timestamp',
        date: 'date_event date_event_local',
        boolean: 'postponed',
        jsonb: 'raw_data',
      },
    ],
  ])('%s has %s', (table, _, wanted) => {
    expect(columns.get(table)).toMatchObject(byColumn(wanted))
  })

  it.each([
    ['header', 'false', '#0a1716', '#1a2726', '135', '1', '1'],
    ['background', 'false', '#0a1716', '#1a2726', '135', '1', '1'],
    ['sidebar', 'false', '#0a1716', '#1a2726', '135', '1', '1'],
    ['match_card', 'false', '#0a1716', '#1a2726', '135', '1', '1'],
    ['promotion_card', 'true', '#00ff95', '#0a1716', '204', '0.35', '0.6'],
    ['footer', 'false', '#0a1716', '#1a2726', '135', '1', '1'],
    ['sidebar_menu', 'true', '#0a1716', '#1a2726', '135', '1', '1'],
    ['matchcard', 'false', '#0a1716', '#1a2726', '135', '1', '1'],
  ])('site_settings has the six columns of the gradient %s', (name, enabled, from, to, angle, start, end) => {
    expect(columns.get('site_settings')).toMatchObject({
      [`${name}_gradient_enabled`]: `boolean not null = ${enabled}`,
      [`${name}_gradient_start_color`]: `text not null = '${from}'`,
      [`${name}_gradient_end_color`]: `text not null = '${to}'`,
      [`${name}_gradient_angle`]: `smallint not null = ${angle}`,
      [`${name}_gradient_start_opacity`]: `numeric(3,2) not null = ${start}`,
      [`${name}_gradient_end_opacity`]: `numeric(3,2) not null = ${end}`,
    })
  })
})

describe('the keys of the configuration', () => {
  it.each([
    ['site_settings', 'singleton'],
    ['languages', 'code'],
    ['translation_namespaces', 'name'],
    ['translations', 'language_id, namespace_id, key'],
    ['multilingual_seo_settings', 'language_id'],
    ['multilingual_footer_links', 'footer_link_id, language_id'],
    ['multilingual_footer_sections', 'language_id'],
    ['multilingual_match_content', 'language_id'],
    ['team_mappings', 'matches_team_name, matches_country_name, matches_sport_name, matches_league_name'],
    ['sportsdb_countries', 'name_en'],
    ['sportsdb_leagues', 'sportsdb_id'],
    ['sportsdb_seasons', 'league_id, season'],
    ['sportsdb_teams', 'team_id'],
    ['sportsdb_events', 'event_id'],
  ])('%s has one row for each %s', async (table, key) => {
    const { rows } = await sql<{ key: string }>`
      select pg_get_constraintdef(oid) as key from pg_constraint
      where contype = 'u' and conrelid = ${table}::regclass`.execute(database.kysely)
    expect(rows).toContainEqual({ key: `UNIQUE (${key})` })
  })

  it.each([
    ['quick_links', true],
    ['legal', true],
    ['social', false],
    ['', false],
  ])('a footer link may be in the section "%s": %s', async (section_type, expected) => {
    const link = { section_type, title: 'Terms', url: '/terms' }
    const inserted = database.kysely.insertInto('footer_links').values(link).returning('id').execute()
    const isTaken = await inserted.then(
      ([row]) => row !== undefined,
      () => false,
    )
    expect(isTaken).toBe(expected)
  })

  it.each([
    ['direct', true],
    ['high', true],
    ['medium', true],
    ['low', false],
  ])('the confidence of a mapping may be "%s": %s', async (confidence_level, expected) => {
    const mapping = { matches_team_name: `Team ${confidence_level}`, confidence_level }
    const isTaken = await database.kysely
      .insertInto('team_mappings')
      .values(mapping)
      .execute()
      .then(
        () => true,
        () => false,
      )
    expect(isTaken).toBe(expected)
  })
})
