import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import type { Database } from './connection.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Each column as `name type [not null] [= default]`, then each key and constraint as PostgreSQL writes it. */
async function shapeOf(table: string): Promise<string[]> {
  const columns = sql<{ line: string }>`
    select concat_ws(' ', column_name,
      case data_type when 'numeric' then format('numeric(%s,%s)', numeric_precision, numeric_scale)
        when 'timestamp with time zone' then 'timestamptz' else data_type end,
      case is_nullable when 'NO' then 'not null' end,
      '= ' || regexp_replace(column_default, '::[a-z]+$', '')) as line
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`
  const rules = sql<{ line: string }>`
    select pg_get_constraintdef(oid) as line from pg_constraint where conrelid = ${table}::regclass`
  const [{ rows: named }, { rows: ruled }] = await Promise.all([
    columns.execute(database.kysely),
    rules.execute(database.kysely),
  ])
  return [...named, ...ruled].map(({ line }) => line)
}

/** The parts of the expected shape that a table lacks. */
async function missingIn(table: string, expected: string): Promise<string[]> {
  const shape = await shapeOf(table)
  return expected
    .trim()
    .split(/\s*\n\s*/)
    .filter((line) => !shape.includes(line))
}

describe('accounts are stored in', () => {
  it.each([
    [
      'profiles',
      `id uuid not null = gen_random_uuid()
      email text not null
      username text
      full_name text
      phone text
      country text
      role text not null = 'user'
      preferred_language text
      is_active boolean not null = false
      PRIMARY KEY (id)
      UNIQUE (email)
      UNIQUE (username)
      CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text])))`,
    ],
    [
      'favorite_leagues',
      `id uuid not null = gen_random_uuid()
      user_id uuid not null
      league_id uuid not null
      PRIMARY KEY (id)
      UNIQUE (user_id, league_id)
      FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
      FOREIGN KEY (league_id) REFERENCES leagues(id) ON DELETE CASCADE`,
    ],
  ])('%s, with its fields, types, defaults and keys', async (table, expected) => {
    expect(await missingIn(table, expected)).toEqual([])
  })
})

it.each([
  ['owner', 'admin'],
  ['administrator', 'admin'],
  ['editor', 'user'],
  ['analyst', 'user'],
  [null, 'user'],
])('an account with the back-office role %s has the role %s', async (back_office_role, role) => {
  const email = `${back_office_role}@example.org`
  const added = database.kysely.insertInto('profiles').values({ email, back_office_role }).returning('role')
  expect(await added.execute()).toEqual([{ role }])
})

describe('the catalogue is stored in', () => {
  it.each([
    [
      'sports',
      `id uuid not null = gen_random_uuid()
      external_id text
      name text not null
      display_name text
      slug text not null
      icon_name text
      icon_url text
      icon_svg text
      icon_reference text
      menu_position integer not null = 5
      is_active boolean not null = true
      PRIMARY KEY (id)
      UNIQUE (external_id)
      UNIQUE (slug)
      CHECK ((menu_position >= 0))`,
    ],
    [
      'countries',
      `id uuid not null = gen_random_uuid()
      external_id text
      name text not null
      display_name text
      code text not null
      flag_reference text
      sport_id uuid not null
      menu_position integer not null = 1
      is_active boolean not null = true
      PRIMARY KEY (id)
      UNIQUE (external_id)
      UNIQUE (sport_id, code)
      FOREIGN KEY (sport_id) REFERENCES sports(id) ON DELETE CASCADE`,
    ],
    [
      'leagues',
      `id uuid not null = gen_random_uuid()
      external_id text
      name text not null
      display_name text
      slug text not null
      logo_url text
      country_id uuid not null
      sport_id uuid not null
      menu_position integer not null = 1
      is_active boolean not null = true
      PRIMARY KEY (id)
      UNIQUE (external_id)
      UNIQUE (country_id, slug)
      FOREIGN KEY (country_id) REFERENCES countries(id) ON DELETE CASCADE
      FOREIGN KEY (sport_id) REFERENCES sports(id) ON DELETE CASCADE`,
    ],
    [
      'matches',
      `id uuid not null = gen_random_uuid()
      external_id text
      league_id uuid not null
      home_team text not null
      away_team text not null
      start_time timestamptz not null
      status text not null = 'scheduled'
      affiliate_link text
      featured boolean not null = false
      is_popular boolean not null = false
      home_odds numeric(8,2) not null = 1.01
      draw_odds numeric(8,2)
      away_odds numeric(8,2) not null = 1.01
      home_score smallint
      away_score smallint
      sport_name text
      country_name text
      league_name text
      updated_at timestamptz not null = now()
      PRIMARY KEY (id)
      UNIQUE (external_id)
      FOREIGN KEY (league_id) REFERENCES leagues(id) ON DELETE CASCADE
      CHECK ((status = ANY (ARRAY['scheduled'::text, 'live'::text, 'finished'::text, 'cancelled'::text])))
      CHECK ((home_odds >= 1.01))
      CHECK ((draw_odds >= 1.01))
      CHECK ((away_odds >= 1.01))`,
    ],
    [
      'odds',
      `match_id uuid not null
      home_odds numeric(8,2)
      draw_odds numeric(8,2)
      away_odds numeric(8,2)
      last_updated timestamptz not null
      PRIMARY KEY (match_id, bookmaker_id)
      FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE`,
    ],
  ])('%s, with its fields, types, defaults and keys', async (table, expected) => {
    expect(await missingIn(table, expected)).toEqual([])
  })
})

describe('imports and scores are stored in', () => {
  it.each([
    [
      'import_logs',
      `type text not null
      summary jsonb not null = '{}'
      created_at timestamptz not null = now()
      PRIMARY KEY (id)`,
    ],
    [
      'team_mappings',
      `matches_team_name text not null
      sportsdb_team_name text
      PRIMARY KEY (id)
      UNIQUE (matches_team_name, matches_country_name, matches_sport_name, matches_league_name)`,
    ],
    [
      'sportsdb_countries',
      `name_en text not null
      badge_url text
      UNIQUE (name_en)`,
    ],
    [
      'sportsdb_leagues',
      `sportsdb_id integer not null
      name text not null
      country text
      country_code text
      badge_url text
      logo_url text
      banner_url text
      sport text
      sport_id uuid
      alternate_name text
      filename text
      formation_year integer
      description text
      current_season text
      website text
      facebook text
      twitter text
      instagram text
      youtube text
      raw_data jsonb
      UNIQUE (sportsdb_id)`,
    ],
    [
      'sportsdb_seasons',
      `league_id integer not null
      season text not null
      UNIQUE (league_id, season)
      FOREIGN KEY (league_id) REFERENCES sportsdb_leagues(sportsdb_id) ON DELETE CASCADE`,
    ],
    [
      'sportsdb_teams',
      `team_id integer not null
      team_name text not null
      team_alternate text
      team_short text
      formed_year integer
      sport text
      league_id integer
      league_name text
      league_id_2 integer
      league_name_2 text
      league_id_3 integer
      league_name_3 text
      league_id_4 integer
      league_name_4 text
      venue_id integer
      stadium text
      stadium_location text
      stadium_capacity integer
      stadium_description text
      stadium_thumb_url text
      description_en text
      description_de text
      description_fr text
      description_cn text
      description_it text
      description_jp text
      description_ru text
      description_es text
      description_pt text
      description_se text
      description_nl text
      description_hu text
      description_no text
      description_pl text
      description_il text
      colour_1 text
      colour_2 text
      colour_3 text
      gender text
      country text
      badge_url text
      logo_url text
      banner_url text
      fanart_url text
      equipment_url text
      raw_data jsonb
      UNIQUE (team_id)`,
    ],
    [
      'sportsdb_events',
      `event_id integer not null
      api_football_id integer
      event_name text
      season text
      sport text
      league_name text
      home_team text
      away_team text
      home_team_id integer
      away_team_id integer
      home_score smallint
      away_score smallint
      round text
      spectators integer
      event_timestamp timestamptz
      date_event date
      date_event_local date
      time_event text
      time_local text
      venue text
      city text
      poster_url text
      square_url text
      fanart_url text
      thumb_url text
      banner_url text
      event_status text
      postponed boolean
      raw_data jsonb
      UNIQUE (event_id)`,
    ],
  ])('%s, with its fields, types, defaults and keys', async (table, expected) => {
    expect(await missingIn(table, expected)).toEqual([])
  })
})

describe('offers and their texts are stored in', () => {
  it.each([
    [
      'affiliate_buttons',
      `id uuid not null = gen_random_uuid()
      button_link text not null
      button_text text not null
      provider text not null
      is_active boolean not null = true
      created_at timestamptz not null = now()
      PRIMARY KEY (id)`,
    ],
    [
      'multilingual_affiliate_buttons',
      `id uuid not null = gen_random_uuid()
      affiliate_button_id uuid not null
      language_id uuid not null
      button_text text not null
      PRIMARY KEY (id)
      UNIQUE (affiliate_button_id, language_id)
      FOREIGN KEY (affiliate_button_id) REFERENCES affiliate_buttons(id) ON DELETE CASCADE
      FOREIGN KEY (language_id) REFERENCES languages(id) ON DELETE CASCADE`,
    ],
    [
      'languages',
      `id uuid not null = gen_random_uuid()
      name text not null
      native_name text not null
      flag_code text
      is_default boolean not null = false
      PRIMARY KEY (id)`,
    ],
    [
      'promotions',
      `id uuid not null = gen_random_uuid()
      title text not null
      subtitle text
      description text not null
      button_text text not null
      button_link text not null
      image_url text
      visible_home boolean not null = true
      visible_casino boolean not null = false
      visible_live_casino boolean not null = false
      side_menu_offer boolean not null = false
      is_active boolean not null = true
      menu_position integer not null = 1
      star_rating smallint not null = 5
      start_date timestamptz not null = now()
      end_date timestamptz
      created_at timestamptz not null = now()
      PRIMARY KEY (id)
      CHECK (((star_rating >= 0) AND (star_rating <= 5)))`,
    ],
    [
      'multilingual_promotions',
      `id uuid not null = gen_random_uuid()
      promotion_id uuid not null
      language_id uuid not null
      title text not null
      subtitle text
      description text not null
      button_text text not null
      PRIMARY KEY (id)
      UNIQUE (promotion_id, language_id)
      FOREIGN KEY (promotion_id) REFERENCES promotions(id) ON DELETE CASCADE
      FOREIGN KEY (language_id) REFERENCES languages(id) ON DELETE CASCADE`,
    ],
    [
      'multilingual_spin_wheel',
      `id uuid not null = gen_random_uuid()
      language_id uuid not null
      title text not null
      sub_title text
      button_text text not null
      PRIMARY KEY (id)
      UNIQUE (language_id)
      FOREIGN KEY (language_id) REFERENCES languages(id) ON DELETE CASCADE`,
    ],
    [
      'site_settings',
      `singleton boolean not null = true
      spin_wheel_sidebar_on boolean not null = false
      spin_wheel_title text not null = 'Spin The Wheel'
      spin_wheel_sub_title text not null = 'Try your luck and win prizes!'
      spin_wheel_button_text text not null = 'Spin Now'
      spin_wheel_link text not null = '#'
      UNIQUE (singleton)
      CHECK (singleton)`,
    ],
  ])('%s, with its fields, types, defaults and keys', async (table, expected) => {
    expect(await missingIn(table, expected)).toEqual([])
  })
})

it('a match has the time of its last change, whatever a change states itself', async () => {
  const { leagueId } = await createPlace(database.kysely)
  const id = await createMatch(database.kysely, { league_id: leagueId })
  const past = new Date('2000-01-01T00:00:00Z')
  const changed = await database.kysely
    .updateTable('matches')
    .set({ featured: true, updated_at: past })
    .where('id', '=', id)
    .returning('updated_at')
    .executeTakeFirstOrThrow()
  expect(changed.updated_at).not.toEqual(past)
})
