import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsOf, constraintsOf } from '#tests/support/columns.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import type { Database } from './connection.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

interface TableShape {
  table: string
  columns: Record<string, string>
  keys: string[]
}

const TABLES: TableShape[] = [
  {
    table: 'languages',
    columns: {
      id: 'uuid not null default gen_random_uuid()',
      code: 'text not null',
      name: 'text not null',
      native_name: 'text not null',
      flag_code: 'text',
      is_default: 'boolean not null default false',
      rtl: 'boolean not null default false',
      is_active: 'boolean not null default true',
    },
    keys: ['PRIMARY KEY (id)', 'UNIQUE (code)', "CHECK ((code ~ '^[a-z]{2}$'))"],
  },
  {
    table: 'translation_namespaces',
    columns: {
      id: 'uuid not null default gen_random_uuid()',
      name: 'text not null',
    },
    keys: ['PRIMARY KEY (id)', 'UNIQUE (name)'],
  },
  {
    table: 'translations',
    columns: {
      language_id: 'uuid not null',
      namespace_id: 'uuid not null',
      key: 'text not null',
      value: 'text not null',
    },
    keys: [
      'FOREIGN KEY (language_id) REFERENCES languages(id) ON DELETE CASCADE',
      'FOREIGN KEY (namespace_id) REFERENCES translation_namespaces(id) ON DELETE CASCADE',
      'UNIQUE (language_id, namespace_id, key)',
    ],
  },
  {
    table: 'profiles',
    columns: {
      id: 'uuid not null default gen_random_uuid()',
      role: "text not null default 'user'",
      preferred_language: 'text',
      is_active: 'boolean not null default false',
      username: 'text',
    },
    keys: ['PRIMARY KEY (id)', 'UNIQUE (username)', "CHECK ((role = ANY (ARRAY['user', 'admin'])))"],
  },
  {
    table: 'sports',
    columns: {
      id: 'uuid not null default gen_random_uuid()',
      name: 'text not null',
      display_name: 'text',
      slug: 'text not null',
      icon_name: 'text',
      icon_url: 'text',
      icon_svg: 'text',
      is_active: 'boolean not null default true',
      menu_position: 'integer not null default 5',
    },
    keys: ['PRIMARY KEY (id)', 'UNIQUE (slug)'],
  },
  {
    table: 'countries',
    columns: {
      id: 'uuid not null default gen_random_uuid()',
      name: 'text not null',
      display_name: 'text',
      code: 'text not null',
      flag_reference: 'text',
      menu_position: 'integer not null default 1',
      sport_id: 'uuid not null',
      is_active: 'boolean not null default true',
    },
    keys: [
      'PRIMARY KEY (id)',
      'UNIQUE (sport_id, code)',
      'FOREIGN KEY (sport_id) REFERENCES sports(id) ON DELETE CASCADE',
    ],
  },
  {
    table: 'leagues',
    columns: {
      id: 'uuid not null default gen_random_uuid()',
      name: 'text not null',
      display_name: 'text',
      slug: 'text not null',
      logo_url: 'text',
      menu_position: 'integer not null default 1',
      is_active: 'boolean not null default true',
      sport_id: 'uuid not null',
      country_id: 'uuid not null',
    },
    keys: [
      'PRIMARY KEY (id)',
      'UNIQUE (country_id, slug)',
      'FOREIGN KEY (sport_id) REFERENCES sports(id) ON DELETE CASCADE',
      'FOREIGN KEY (country_id) REFERENCES countries(id) ON DELETE CASCADE',
    ],
  },
  {
    table: 'matches',
    columns: {
      id: 'uuid not null default gen_random_uuid()',
      home_team: 'text not null',
      away_team: 'text not null',
      start_time: 'timestamptz not null',
      status: "text not null default 'scheduled'",
      league_id: 'uuid not null',
      home_odds: 'numeric(8,2) not null default 1.01',
      draw_odds: 'numeric(8,2)',
      away_odds: 'numeric(8,2) not null default 1.01',
      featured: 'boolean not null default false',
      is_popular: 'boolean not null default false',
    },
    keys: [
      'PRIMARY KEY (id)',
      'FOREIGN KEY (league_id) REFERENCES leagues(id) ON DELETE CASCADE',
      "CHECK ((status = ANY (ARRAY['scheduled', 'live', 'finished', 'cancelled'])))",
    ],
  },
  {
    table: 'fixtures',
    columns: {
      match_id: 'uuid not null',
      status_short: 'text',
      status_long: 'text',
      status_elapsed: 'integer',
      league_round: 'text',
      home_team_logo: 'text',
      away_team_logo: 'text',
      goals_home: 'integer',
      goals_away: 'integer',
      score_halftime_home: 'integer',
      score_halftime_away: 'integer',
      score_fulltime_home: 'integer',
      score_fulltime_away: 'integer',
      score_extratime_home: 'integer',
      score_extratime_away: 'integer',
      score_penalty_home: 'integer',
      score_penalty_away: 'integer',
      venue_name: 'text',
      venue_city: 'text',
      referee: 'text',
    },
    keys: ['UNIQUE (match_id)', 'FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE'],
  },
  {
    table: 'sportsdb_events',
    columns: {
      home_score: 'smallint',
      away_score: 'smallint',
      home_team: 'text',
      away_team: 'text',
      date_event: 'date',
    },
    keys: ['UNIQUE (event_id)'],
  },
  {
    table: 'promotions',
    columns: {
      id: 'uuid not null default gen_random_uuid()',
      title: 'text not null',
      subtitle: 'text',
      description: 'text not null',
      image_url: 'text',
      button_link: 'text not null',
      button_text: 'text not null',
      star_rating: 'smallint not null default 5',
      end_date: 'timestamptz',
      is_active: 'boolean not null default true',
      side_menu_offer: 'boolean not null default false',
      visible_home: 'boolean not null default true',
      menu_position: 'integer not null default 1',
    },
    keys: ['PRIMARY KEY (id)', 'CHECK (((star_rating >= 0) AND (star_rating <= 5)))'],
  },
  {
    table: 'affiliate_buttons',
    columns: {
      id: 'uuid not null default gen_random_uuid()',
      button_text: 'text not null',
      button_link: 'text not null',
      is_active: 'boolean not null default true',
    },
    keys: ['PRIMARY KEY (id)'],
  },
  {
    table: 'multilingual_affiliate_buttons',
    columns: {
      affiliate_button_id: 'uuid not null',
      language_id: 'uuid not null',
      button_text: 'text not null',
    },
    keys: [
      'UNIQUE (affiliate_button_id, language_id)',
      'FOREIGN KEY (affiliate_button_id) REFERENCES affiliate_buttons(id) ON DELETE CASCADE',
      'FOREIGN KEY (language_id) REFERENCES languages(id) ON DELETE CASCADE',
    ],
  },
  {
    table: 'favorite_leagues',
    columns: {
      id: 'uuid not null default gen_random_uuid()',
      user_id: 'uuid not null',
      league_id: 'uuid not null',
    },
    keys: [
      'PRIMARY KEY (id)',
      'UNIQUE (user_id, league_id)',
      'FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE',
      'FOREIGN KEY (league_id) REFERENCES leagues(id) ON DELETE CASCADE',
    ],
  },
  {
    table: 'team_mappings',
    columns: {
      matches_team_name: 'text not null',
      sportsdb_team_badge_url: 'text',
    },
    keys: ['UNIQUE (matches_team_name, matches_country_name, matches_sport_name, matches_league_name)'],
  },
  {
    table: 'multilingual_footer_sections',
    columns: {
      language_id: 'uuid not null',
      about_title: 'text',
      about_text: 'text',
      links_title: 'text',
      legal_title: 'text',
      social_title: 'text',
      copyright_text: 'text',
    },
    keys: ['UNIQUE (language_id)', 'FOREIGN KEY (language_id) REFERENCES languages(id) ON DELETE CASCADE'],
  },
  {
    table: 'footer_links',
    columns: {
      id: 'uuid not null default gen_random_uuid()',
      title: 'text not null',
      url: 'text not null',
      section_type: 'text not null',
    },
    keys: ['PRIMARY KEY (id)', "CHECK ((section_type = ANY (ARRAY['quick_links', 'legal'])))"],
  },
  {
    table: 'multilingual_seo_settings',
    columns: {
      language_id: 'uuid not null',
      home_meta_title: 'text',
      home_meta_description: 'text',
      home_meta_keywords: 'text',
      sport_page_title_template: 'text',
      sport_page_description_template: 'text',
      country_page_title_template: 'text',
      country_page_description_template: 'text',
      league_page_title_template: 'text',
      league_page_description_template: 'text',
      match_page_title_template: 'text',
      match_page_description_template: 'text',
    },
    keys: ['UNIQUE (language_id)', 'FOREIGN KEY (language_id) REFERENCES languages(id) ON DELETE CASCADE'],
  },
  {
    table: 'multilingual_match_content',
    columns: {
      language_id: 'uuid not null',
      title_template: 'text not null',
      description_template: 'text not null',
      history_odds_title: 'text',
      history_odds_template: 'text',
      highest_win_title: 'text',
      highest_win_template: 'text',
      safest_bet_title: 'text',
      safest_bet_template: 'text',
    },
    keys: ['UNIQUE (language_id)', 'FOREIGN KEY (language_id) REFERENCES languages(id) ON DELETE CASCADE'],
  },
]

describe('a table that the public site reads', () => {
  it.each(TABLES)('has its columns, types, defaults and keys: $table', async ({ table, columns, keys }) => {
    expect(await columnsOf(database, table)).toMatchObject(columns)
    expect(await constraintsOf(database, table)).toEqual(expect.arrayContaining(keys))
  })

  it('has the eleven namespaces of translations', async () => {
    const rows = await database.kysely.selectFrom('translation_namespaces').select('name').execute()
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'common',
        'sports',
        'auth',
        'admin',
        'errors',
        'countries',
        'leagues',
        'matches',
        'promotions',
        'settings',
        'profile',
      ]),
    )
  })
})

const SETTINGS: [of: string, columns: Record<string, string>][] = [
  [
    'the site itself',
    {
      site_name: "text not null default 'Overround'",
      site_url: 'text',
      logo_url: 'text',
      favicon_url: 'text',
      social_image_url: 'text',
      head_scripts: 'text',
    },
  ],
  [
    'colours',
    {
      background_color: "text not null default '#0a1716'",
      background_light_color: "text not null default '#1a2726'",
      text_heading_color: "text not null default '#ffffff'",
      text_body_color: "text not null default '#ffffff'",
      text_muted_color: "text not null default '#9ca3af'",
      container_background_color: "text not null default '#070e0d'",
      container_border_color: "text not null default '#1f2937'",
      status_live_color: "text not null default '#ef4444'",
      status_scheduled_color: "text not null default '#00ff95'",
      link_color: "text not null default '#00ff95'",
      link_hover_color: "text not null default '#00e085'",
      promotion_star_color: "text not null default '#00ff95'",
      card_background_color: "text not null default '#1a2726'",
      card_hover_color: "text not null default '#22302f'",
      card_border_color: "text not null default '#1f2937'",
      button_background_color: "text not null default '#00ff95'",
      button_text_color: "text not null default '#000000'",
      button_hover_background_color: "text not null default '#00e085'",
      button_hover_text_color: "text not null default '#000000'",
      icon_color: "text not null default '#9ca3af'",
      icon_hover_color: "text not null default '#00e085'",
      icon_active_color: "text not null default '#00ff95'",
    },
  ],
  [
    'flags and colours of the frame',
    {
      sidebar_background_enabled: 'boolean not null default true',
      header_background_enabled: 'boolean not null default false',
      footer_background_enabled: 'boolean not null default true',
      footer_background_color: "text not null default '#070e0d'",
      footer_text_color: "text not null default '#ffffff'",
      footer_icon_color: "text not null default '#00ff95'",
    },
  ],
  [
    'the footer',
    {
      footer_about_title: 'text',
      footer_links_title: 'text',
      footer_legal_title: 'text',
      footer_social_title: 'text',
      footer_about_text: 'text',
      footer_copyright_text: 'text',
      footer_facebook_url: 'text',
      footer_twitter_url: 'text',
      footer_instagram_url: 'text',
      footer_youtube_url: 'text',
      footer_show_payment_methods: 'boolean not null default false',
      footer_payment_methods_image_url: 'text',
      footer_show_security_badges: 'boolean not null default false',
      footer_security_badges_image_url: 'text',
    },
  ],
  [
    'the spin wheel',
    {
      spin_wheel_sidebar_on: 'boolean not null default false',
      spin_wheel_enabled: 'boolean',
      spin_wheel_title: "text not null default 'Spin The Wheel'",
      spin_wheel_sub_title: "text not null default 'Try your luck and win prizes!'",
      spin_wheel_button_text: "text not null default 'Spin Now'",
      spin_wheel_link: "text not null default '#'",
    },
  ],
  [
    'search engines',
    {
      home_meta_title: 'text',
      home_meta_description: 'text',
      home_meta_keywords: 'text',
      sport_page_title_template: 'text',
      sport_page_description_template: 'text',
      country_page_title_template: 'text',
      country_page_description_template: 'text',
      league_page_title_template: 'text',
      league_page_description_template: 'text',
      match_page_title_template: 'text',
      match_page_description_template: 'text',
    },
  ],
]

/** Whether it is on, its angle, start and end colour, start and end opacity: the defaults. */
const GRADIENTS: [name: string, defaults: string[]][] = [
  ['background', ['false', '135', "'#0a1716'", "'#1a2726'", '1', '1']],
  ['sidebar', ['false', '135', "'#0a1716'", "'#1a2726'", '1', '1']],
  ['sidebar_menu', ['true', '135', "'#0a1716'", "'#1a2726'", '1', '1']],
  ['header', ['false', '135', "'#0a1716'", "'#1a2726'", '1', '1']],
  ['footer', ['false', '135', "'#0a1716'", "'#1a2726'", '1', '1']],
  ['matchcard', ['false', '135', "'#0a1716'", "'#1a2726'", '1', '1']],
  ['promotion_card', ['true', '204', "'#00ff95'", "'#0a1716'", '0.35', '0.6']],
]

describe('the row of site settings', () => {
  it('is the only one possible', async () => {
    const rows = await database.kysely.selectFrom('site_settings').select('id').execute()
    expect(rows).toHaveLength(1)
    await expect(database.kysely.insertInto('site_settings').defaultValues().execute()).rejects.toThrow(
      /singleton/,
    )
  })

  it.each(SETTINGS)('has columns for %s', async (_, columns) => {
    expect(await columnsOf(database, 'site_settings')).toMatchObject(columns)
  })

  it.each(GRADIENTS)('has a gradient for the %s, with limits', async (name, defaults) => {
    const [enabled, angle, startColor, endColor, startOpacity, endOpacity] = defaults
    expect(await columnsOf(database, 'site_settings')).toMatchObject({
      [`${name}_gradient_enabled`]: `boolean not null default ${enabled}`,
      [`${name}_gradient_angle`]: `smallint not null default ${angle}`,
      [`${name}_gradient_start_color`]: `text not null default ${startColor}`,
      [`${name}_gradient_end_color`]: `text not null default ${endColor}`,
      [`${name}_gradient_start_opacity`]: `numeric(3,2) not null default ${startOpacity}`,
      [`${name}_gradient_end_opacity`]: `numeric(3,2) not null default ${endOpacity}`,
    })
    expect(await constraintsOf(database, 'site_settings')).toEqual(
      expect.arrayContaining([
        `CHECK (((${name}_gradient_angle >= 0) AND (${name}_gradient_angle <= 360)))`,
        `CHECK (((${name}_gradient_start_opacity >= (0)::numeric) AND (${name}_gradient_start_opacity <= (1)::numeric)))`,
        `CHECK (((${name}_gradient_end_opacity >= (0)::numeric) AND (${name}_gradient_end_opacity <= (1)::numeric)))`,
      ]),
    )
  })
})
