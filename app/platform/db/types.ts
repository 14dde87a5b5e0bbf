// Generated from the migrated database by scripts/generate-db-types.ts. Do not edit: npm run db:types
import type { ColumnType, GeneratedAlways } from 'kysely'

type Defaulted<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }

type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface Accounts {
  id: Defaulted<string>
  user_id: string
  provider_id: string
  account_id: string
  password: string | null
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  refresh_token_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  scope: string | null
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface AffiliateButtons {
  id: Defaulted<string>
  provider: string
  bookmaker_id: string | null
  button_text: string
  button_link: string
  is_active: Defaulted<boolean>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface AlertSettings {
  id: Defaulted<string>
  is_only: Defaulted<boolean>
  mails: Defaulted<boolean>
  mail_to: Defaulted<string>
  webhook_url: Defaulted<string>
  webhook_secret: string | null
  quiet_from: Defaulted<string>
  quiet_until: Defaulted<string>
  time_zone: Defaulted<string>
  updated_at: Defaulted<Timestamp>
}

export interface ApiKeyUses {
  key: string
  last_used_at: Timestamp
}

export interface ApiKeys {
  id: Defaulted<string>
  name: string
  hint: string
  hash: string
  limit_per_minute: number
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Defaulted<Timestamp>
}

export interface ApiSettings {
  id: Defaulted<string>
  is_only: Defaulted<boolean>
  needs_key: Defaulted<boolean>
  anonymous_limit: Defaulted<number>
  updated_at: Defaulted<Timestamp>
}

export interface ApiUsage {
  client: string
  minute: Timestamp
  used: number
}

export interface AppSecrets {
  name: string
  value: string
}

export interface Audiences {
  id: Defaulted<string>
  name: string
  countries: Defaulted<string>
  is_rest: Defaulted<boolean>
  bookmaker_rule: Defaulted<string>
  bookmakers: Defaulted<string>
  promotions_on: Defaulted<boolean>
  links_on: Defaulted<boolean>
  minimum_age: number | null
  adult_mark: Defaulted<boolean>
  help_text: string | null
  help_url: string | null
  ad_word: string | null
  terms: string | null
  menu_position: Defaulted<number>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  alerts_on: Defaulted<boolean>
}

export interface AuditLog {
  id: GeneratedAlways<number>
  at: Defaulted<Timestamp>
  user_id: string | null
  user_email: string
  entity: string
  entity_id: string
  label: string
  action: string
  before: Json | null
  after: Json | null
}

export interface BookmakerFigures {
  day: string
  bookmaker_id: string
  sport_id: string
  type: string
  computed_at: Timestamp
  events: number
  markets: number
  paid: number
  payout_sum: number
  compared: number
  relative_sum: number
  prices: number
  best: number
  changes: number
}

export interface Bookmakers {
  id: Defaulted<string>
  key: string
  name: string
  slug: string
  logo_url: string | null
  website_url: string | null
  countries: Defaulted<string[]>
  menu_position: Defaulted<number>
  is_active: Defaulted<boolean>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  commission: Defaulted<number>
  brand: string | null
  no: GeneratedAlways<number>
  kind: Defaulted<string>
  region: string | null
  licence: string | null
  offered_in: string | null
  rating: number | null
  is_reference: Defaulted<boolean>
  link_hosts: string | null
  merged_into: string | null
}

export interface ChangeInbox {
  id: GeneratedAlways<number>
  type: string
  match_id: string
  league_id: string
  before: Json | null
  markets: number[] | null
  at: Defaulted<Timestamp>
}

export interface ChangeLog {
  is_only: Defaulted<boolean>
  next_id: Defaulted<number>
  first_kept: Defaulted<number>
}

export interface Changes {
  id: number
  type: string
  match_id: string
  league_id: string
  before: Json | null
  markets: number[] | null
  at: Timestamp
}

export interface ClickedBeforeDeletion {
  id: string
  name: string
  second_name: string | null
}

export interface Clicks {
  id: GeneratedAlways<number>
  clicked_at: Defaulted<Timestamp>
  button_id: string | null
  bookmaker_id: string | null
  match_id: string | null
  outcome: string | null
  page: string | null
  language: string | null
  visitor_hash: string
  click_id: string | null
  market: string | null
  price: number | null
  position: number | null
  country: string | null
  experiment_id: string | null
  variant: string | null
  is_first: Defaulted<boolean>
  promotion_id: string | null
}

export interface ClosedEvents {
  event: string
  version: number
  start_time: Timestamp
  computed_at: Timestamp
  price_sets: Defaulted<(number | null)[]>
  lines_version: number | null
  lines_start: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  lines_sets: Defaulted<(number | null)[]>
}

export interface ClosingOdds {
  event: string
  type: string
  period: string
  line: number | null
  prices: (number | null)[]
  average: (number | null)[]
  n: number
}

export interface ConsentTexts {
  version: string
  language: string
  text: string
  links: Defaulted<Json>
  created_at: Defaulted<Timestamp>
}

export interface Countries {
  id: Defaulted<string>
  external_id: string | null
  sport_id: string
  name: string
  display_name: string | null
  slug: string
  code: string
  flag_reference: string | null
  menu_position: Defaulted<number>
  is_active: Defaulted<boolean>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  leagues_ordered: Defaulted<boolean>
}

export interface DemoFeeds {
  source: string
  address: string
  bookmaker: string | null
}

export interface DropChoices {
  time_window: string
  audience: string
  made_at: Timestamp
  until: Timestamp
  candidates: Json
}

export interface EarningImports {
  id: Defaulted<string>
  sender_id: string
  file_name: string
  imported_at: Defaulted<Timestamp>
  imported_by: string
  transactions: number
  undone_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  undone_by: string | null
}

export interface Earnings {
  id: GeneratedAlways<number>
  sender_id: string
  transaction: string
  kind: string
  amount: number
  currency: string
  happened_at: Timestamp
  received_at: Defaulted<Timestamp>
  click_id: string | null
  import_id: string | null
  bookmaker_id: string | null
}

export interface EventPrices {
  event: string
  valid_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  counted: Defaulted<number>
  with_draw: boolean | null
  closing_home: number | null
  closing_draw: number | null
  closing_away: number | null
}

export interface ExperimentVisitors {
  experiment_id: string
  day: string
  variant: string
  visitors: number
}

export interface Experiments {
  id: Defaulted<string>
  number: GeneratedAlways<number>
  name: string
  kind: string
  texts: Defaulted<Json>
  colour: string | null
  bookmaker_ids: Defaulted<string[]>
  share: number
  outcome: string
  baseline: number
  deviation: number | null
  currency: string | null
  effect: number
  alpha: number
  power: number
  window_days: number
  needed: number
  created_at: Defaulted<Timestamp>
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  decision: string | null
  result: Json | null
}

export interface FavoriteLeagues {
  id: Defaulted<string>
  user_id: string
  league_id: string
  created_at: Defaulted<Timestamp>
}

export interface FavoriteMatches {
  id: Defaulted<string>
  user_id: string
  match_id: string
  created_at: Defaulted<Timestamp>
}

export interface FavoriteTeams {
  id: Defaulted<string>
  user_id: string
  country_id: string
  slug: string
  created_at: Defaulted<Timestamp>
}

export interface Fixtures {
  id: Defaulted<string>
  match_id: string
  status_short: string | null
  status_long: string | null
  status_elapsed: number | null
  league_round: string | null
  home_team_logo: string | null
  away_team_logo: string | null
  goals_home: number | null
  goals_away: number | null
  score_halftime_home: number | null
  score_halftime_away: number | null
  score_fulltime_home: number | null
  score_fulltime_away: number | null
  score_extratime_home: number | null
  score_extratime_away: number | null
  score_penalty_home: number | null
  score_penalty_away: number | null
  venue_name: string | null
  venue_city: string | null
  referee: string | null
  updated_at: Defaulted<Timestamp>
}

export interface FooterLinks {
  id: Defaulted<string>
  section_type: string
  title: string
  url: string
  is_active: Defaulted<boolean>
  menu_position: Defaulted<number>
  created_at: Defaulted<Timestamp>
}

export interface ImportLogs {
  id: Defaulted<string>
  type: string
  summary: Defaulted<Json>
  created_at: Defaulted<Timestamp>
}

export interface ImportRunItems {
  id: GeneratedAlways<number>
  run_id: string
  position: number
  external_id: string | null
  level: string
  reason: string
  detail: string | null
}

export interface ImportRuns {
  id: Defaulted<string>
  source: string
  origin: string
  status: Defaulted<string>
  stage: Defaulted<number>
  cursor: Json | null
  counts: Defaulted<Json>
  error: string | null
  requested_by: string | null
  heartbeat_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Defaulted<Timestamp>
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  params: Json | null
}

export interface ImportSchedules {
  source: string
  every_minutes: number | null
  cron: string | null
  time_zone: Defaulted<string>
  params: Defaulted<Json>
  is_active: Defaulted<boolean>
  checked_at: Defaulted<Timestamp>
  last_run_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  id: Defaulted<string>
  counted_minutes: number | null
  cron_minutes: number | null
  in_play: Defaulted<boolean>
  sports: Defaulted<string>
  quota_remaining: number | null
  quota_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  feed: string | null
  name: Defaulted<string>
  quota_limit: number | null
  active_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  markets: Defaulted<string>
  event_markets: Defaulted<string>
  horizon_hours: number | null
  credits_a_day: number | null
}

export interface Invitations {
  id: Defaulted<string>
  email: string
  role: string
  token_hash: string
  invited_by: string | null
  created_at: Defaulted<Timestamp>
  expires_at: Timestamp
  accepted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  withdrawn_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface Jwks {
  id: Defaulted<string>
  public_key: string
  private_key: string
  alg: string | null
  crv: string | null
  created_at: Defaulted<Timestamp>
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface Languages {
  id: Defaulted<string>
  code: string
  name: string
  native_name: string
  flag_code: string | null
  is_default: Defaulted<boolean>
  is_active: Defaulted<boolean>
  rtl: Defaulted<boolean>
  created_at: Defaulted<Timestamp>
}

export interface LeagueAliases {
  id: Defaulted<string>
  country_id: string
  alias: string
  alias_key: string
  league_id: string
  is_same: Defaulted<boolean>
  decided_by: string | null
  created_at: Defaulted<Timestamp>
  merged: Json | null
}

export interface Leagues {
  id: Defaulted<string>
  external_id: string | null
  sport_id: string
  country_id: string
  name: string
  display_name: string | null
  slug: string
  logo_url: string | null
  menu_position: Defaulted<number>
  is_active: Defaulted<boolean>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface LineClosingOdds {
  event: string
  price_set: number
  type: string
  period: string
  participant: string | null
  line: number | null
  is_main: boolean
  prices: (number | null)[]
  average: (number | null)[]
  n: number
}

export interface LinkChecks {
  link: string
  state: string
  reason: string | null
  status: number | null
  checked_at: Timestamp
  since: Timestamp
}

export interface LinkTemplates {
  id: Defaulted<string>
  bookmaker_id: string
  country: string | null
  template: string
  sub1: string | null
  sub2: string | null
  sub3: string | null
  sub4: string | null
  sub5: string | null
  created_at: Defaulted<Timestamp>
}

export interface MappingRuns {
  id: Defaulted<string>
  kind: string
  status: Defaulted<string>
  sport_id: string | null
  country_id: string | null
  league_id: string | null
  requested_by: string | null
  percent: Defaulted<number>
  counts: Defaulted<Json>
  log: Defaulted<Json>
  outcome: Json | null
  heartbeat_at: Defaulted<Timestamp>
  created_at: Defaulted<Timestamp>
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface MarketBests {
  market: number
  audience: Defaulted<number>
  prices: (number | null)[]
  nets: (number | null)[]
  holders: (number | null)[]
  average: (number | null)[]
  n: number
  s: number | null
}

export interface MarketMappings {
  source: string
  key: string
  type: string | null
  period: string | null
  participant: string | null
  created_at: Defaulted<Timestamp>
}

export interface Markets {
  id: GeneratedAlways<number>
  event: string
  type: string
  period: string
  line: number | null
  participant: string | null
  is_list: Defaulted<boolean>
}

export interface MatchMerges {
  id: Defaulted<string>
  decision_id: string | null
  keep_id: string
  turned: boolean
  reason: string
  merged_at: Defaulted<Timestamp>
  gone: Json
  kept: Json
  joined: Json | null
  moved: Json
  own: Json
}

export interface MatchMoves {
  id: GeneratedAlways<number>
  match_id: string
  start_before: Timestamp
  moved_at: Defaulted<Timestamp>
}

export interface MatchReviews {
  id: Defaulted<string>
  match_id: string
  candidate_id: string
  reason: string
  turned: Defaulted<boolean>
  status: Defaulted<string>
  decided_by: string | null
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Defaulted<Timestamp>
  decision_id: string | null
}

export interface MatchSources {
  source: string
  external_id: string
  match_id: string
  home_team: string | null
  away_team: string | null
  start_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  turned: Defaulted<boolean>
  league_name: string | null
  unlisted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  listed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface Matches {
  id: Defaulted<string>
  external_id: string | null
  league_id: string
  sport_id: string
  country_id: string
  home_team: string
  away_team: string
  slug: Defaulted<string>
  start_time: Timestamp
  status: Defaulted<string>
  affiliate_link: string | null
  featured: Defaulted<boolean>
  is_popular: Defaulted<boolean>
  home_odds: Defaulted<number>
  draw_odds: number | null
  away_odds: Defaulted<number>
  odds_locked: Defaulted<boolean>
  home_bookmaker_id: string | null
  draw_bookmaker_id: string | null
  away_bookmaker_id: string | null
  bookmaker_count: Defaulted<number>
  home_score: number | null
  away_score: number | null
  sport_name: string | null
  country_name: string | null
  league_name: string | null
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  search_text: Defaulted<string>
  score_locked: Defaulted<boolean>
  start_typed: Defaulted<boolean>
  cancelled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  called_off: Defaulted<boolean>
  score_code: string | null
  score_source: string | null
}

export interface MultilingualAffiliateButtons {
  id: Defaulted<string>
  affiliate_button_id: string
  language_id: string
  button_text: string
}

export interface MultilingualAudiences {
  id: Defaulted<string>
  audience_id: string
  language_id: string
  help_text: string | null
  ad_word: string | null
  terms: string | null
}

export interface MultilingualBookmakers {
  id: Defaulted<string>
  bookmaker_id: string
  language_id: string
  review: string
}

export interface MultilingualFooterLinks {
  id: Defaulted<string>
  footer_link_id: string
  language_id: string
  title: string
}

export interface MultilingualFooterSections {
  id: Defaulted<string>
  language_id: string
  about_title: string | null
  about_text: string | null
  links_title: string | null
  legal_title: string | null
  social_title: string | null
  copyright_text: string | null
}

export interface MultilingualMatchContent {
  id: Defaulted<string>
  language_id: string
  title_template: string
  description_template: string
  history_odds_title: string | null
  history_odds_template: string | null
  highest_win_title: string | null
  highest_win_template: string | null
  safest_bet_title: string | null
  safest_bet_template: string | null
}

export interface MultilingualPages {
  id: Defaulted<string>
  page_id: string
  language_id: string
  title: string
  body: Defaulted<string>
  updated_at: Defaulted<Timestamp>
}

export interface MultilingualPromotions {
  id: Defaulted<string>
  promotion_id: string
  language_id: string
  title: string
  subtitle: string | null
  description: string
  button_text: string
}

export interface MultilingualSeoSettings {
  id: Defaulted<string>
  language_id: string
  home_meta_title: string | null
  home_meta_description: string | null
  home_meta_keywords: string | null
  sport_page_title_template: string | null
  sport_page_description_template: string | null
  sport_page_meta_keywords_template: string | null
  match_page_title_template: string | null
  match_page_description_template: string | null
  league_page_title_template: string | null
  league_page_description_template: string | null
  country_page_title_template: string | null
  country_page_description_template: string | null
}

export interface MultilingualSpinWheel {
  id: Defaulted<string>
  language_id: string
  title: string
  sub_title: string | null
  button_text: string
}

export interface NewMatches {
  match_id: string
  source: string
  external_id: string
  created_at: Defaulted<Timestamp>
}

export interface NotedBets {
  id: Defaulted<string>
  user_id: string
  match_id: string | null
  home_team: string
  away_team: string
  start_time: Timestamp
  market_type: string
  market_period: string
  market_line: number | null
  market_participant: string | null
  outcome: string
  price: number
  stake: number | null
  bookmaker: string | null
  placed_at: Timestamp
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  country: string | null
  closing_best: number | null
  closing_fair: number | null
  result: string | null
}

export interface Odds {
  match_id: string
  bookmaker_id: string
  home_odds: number | null
  draw_odds: number | null
  away_odds: number | null
  last_updated: Timestamp
  source: string
  status: string | null
}

export interface OddsHistory {
  id: GeneratedAlways<number>
  match_id: string
  bookmaker_id: string
  home_odds: number | null
  draw_odds: number | null
  away_odds: number | null
  recorded_at: Timestamp
  source: string
}

export interface OldSlugs {
  entity: string
  parent_id: string | null
  slug: string
  target_id: string
  created_at: Defaulted<Timestamp>
  turned: boolean | null
}

export interface OutrightParticipants {
  outright_id: string
  position: number
  name: string
  key: string
}

export interface OutrightSources {
  source: string
  external_id: string
  outright_id: string
  competition: Defaulted<string>
}

export interface Outrights {
  id: Defaulted<string>
  league_id: string
  name: string
  slug: Defaulted<string>
  start_time: Timestamp
  status: Defaulted<string>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  winners: (number | null)[] | null
}

export interface Pages {
  id: Defaulted<string>
  slug: string
  menu_position: Defaulted<number>
  is_published: Defaulted<boolean>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface PostbackSenders {
  id: Defaulted<string>
  name: string
  bookmaker_id: string | null
  key: string
  sealed_secret: string
  is_active: Defaulted<boolean>
  created_at: Defaulted<Timestamp>
}

export interface PriceLapses {
  event: string
  bookmaker: number
  since: Timestamp
  until: Timestamp
  markets: number[] | null
}

export interface PriceParts {
  no: GeneratedAlways<number>
  key: string
}

export interface PriceSets {
  no: Defaulted<number>
  is_except: boolean
  keys: string[]
}

export interface PriceSources {
  no: GeneratedAlways<number>
  key: string
}

export interface PricedEvents {
  event: string
  match_id: string | null
  outright_id: string | null
  version: Defaulted<number>
  changed_at: Defaulted<Timestamp>
  valid_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface Profiles {
  id: Defaulted<string>
  email: string
  username: string | null
  full_name: string | null
  phone: string | null
  country: string | null
  role: Defaulted<string>
  preferred_language: string | null
  is_active: Defaulted<boolean>
  image: string | null
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  must_change_password: Defaulted<boolean>
  two_factor_enabled: Defaulted<boolean>
  consented_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  consent_version: string | null
  price_format: string | null
  back_office_role: string | null
}

export interface Promotions {
  id: Defaulted<string>
  title: string
  subtitle: string | null
  description: string
  image_url: string | null
  button_text: string
  button_link: string
  visible_home: Defaulted<boolean>
  visible_casino: Defaulted<boolean>
  visible_live_casino: Defaulted<boolean>
  side_menu_offer: Defaulted<boolean>
  is_active: Defaulted<boolean>
  menu_position: Defaulted<number>
  star_rating: Defaulted<number>
  start_date: Defaulted<Timestamp>
  end_date: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  bookmaker_id: string | null
}

export interface PushSubscriptions {
  id: Defaulted<string>
  user_id: string
  endpoint: string
  p256dh: string
  auth: string
  user_agent: string | null
  created_at: Defaulted<Timestamp>
}

export interface QuoteChanges {
  market: number
  bookmaker: number
  side: number
  source: number
  at: Timestamp
  prices: (number | null)[]
  status: string | null
  replaced: (number | null)[] | null
  format: number | null
  notation: string[] | null
}

export interface QuotePacks {
  market: number
  bookmaker: number
  side: number
  week: string
  changes: Uint8Array
}

export interface Quotes {
  changed_at: Timestamp
  market: number
  max_stake: number | null
  bookmaker: number
  side: number
  source: number
  part: number
  format: Defaulted<number>
  prices: (number | null)[]
  opening: (number | null)[] | null
  closing: (number | null)[] | null
  status: string | null
  notation: string[] | null
  opening_format: number | null
  opening_notation: string[] | null
  closing_format: number | null
  closing_notation: string[] | null
}

export interface QuotesSeen {
  event: string
  bookmaker: number
  source: number
  part: number
  counted: Defaulted<boolean>
  seen_at: Timestamp
  digest: Defaulted<number>
  link: string | null
  sid: string | null
  was_current: Defaulted<boolean>
}

export interface RateLimits {
  key: string
  count: number
  resets_at: Timestamp
}

export interface ReportFormats {
  sender_id: string
  headings: string
  format: Json
  saved_at: Defaulted<Timestamp>
}

export interface RequestPaces {
  name: string
  sent: Defaulted<Date[]>
  paused_until: Defaulted<Timestamp>
}

export interface ReservedUsernames {
  username: string
  until: Timestamp
  email_digest: string | null
}

export interface ReviewDecisions {
  id: Defaulted<string>
  sport_id: string
  country_id: string
  answer: string
  pair: Json | null
  names: Defaulted<Json>
  decided_by: string | null
  decided_at: Defaulted<Timestamp>
}

export interface RunItems {
  id: GeneratedAlways<number>
  run_id: string
  position: number
  external_id: string | null
  level: string
  reason: string
  detail: string | null
}

export interface Runs {
  id: Defaulted<string>
  kind: string
  subject: string
  status: Defaulted<string>
  percent: Defaulted<number>
  params: Defaulted<Json>
  cursor: Defaulted<Json>
  counts: Defaulted<Json>
  reasons: Defaulted<Json>
  waiting: Json | null
  messages: Defaulted<Json>
  outcome: Json | null
  error: Json | null
  requested_by: string | null
  attempt: Defaulted<number>
  job_id: string | null
  heartbeat_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Defaulted<Timestamp>
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  schedule_id: string | null
  turn_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  newest_price_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  quota: Json | null
  waited_ms: number | null
}

export interface SchemaMigrations {
  name: string
  checksum: string
  applied_at: Defaulted<Timestamp>
  contracts: boolean | null
}

export interface Sessions {
  id: Defaulted<string>
  user_id: string
  token: string
  expires_at: Timestamp
  ip_address: string | null
  user_agent: string | null
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface SetClosingOdds {
  event: string
  price_set: number
  type: string
  period: string
  line: number | null
  prices: (number | null)[]
  average: (number | null)[]
  n: number
}

export interface SetHeadlines {
  event: string
  price_set: number
  home_odds: number
  draw_odds: number | null
  away_odds: number
  home_bookmaker_id: string | null
  draw_bookmaker_id: string | null
  away_bookmaker_id: string | null
  bookmaker_count: number
  confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  with_draw: boolean | null
  closing_home: number | null
  closing_draw: number | null
  closing_away: number | null
}

export interface SignIns {
  id: GeneratedAlways<number>
  at: Defaulted<Timestamp>
  user_id: string | null
  outcome: string
  ip_address: string | null
  user_agent: string | null
}

export interface SiteSettings {
  id: Defaulted<string>
  singleton: Defaulted<boolean>
  site_name: Defaulted<string>
  site_url: string | null
  logo_url: string | null
  favicon_url: string | null
  social_image_url: string | null
  head_scripts: string | null
  primary_color: Defaulted<string>
  secondary_color: Defaulted<string>
  background_color: Defaulted<string>
  background_light_color: Defaulted<string>
  text_heading_color: Defaulted<string>
  text_body_color: Defaulted<string>
  text_muted_color: Defaulted<string>
  container_background_color: Defaulted<string>
  container_border_color: Defaulted<string>
  status_live_color: Defaulted<string>
  status_scheduled_color: Defaulted<string>
  link_color: Defaulted<string>
  link_hover_color: Defaulted<string>
  promotion_star_color: Defaulted<string>
  card_background_color: Defaulted<string>
  card_hover_color: Defaulted<string>
  card_border_color: Defaulted<string>
  button_background_color: Defaulted<string>
  button_text_color: Defaulted<string>
  button_hover_background_color: Defaulted<string>
  button_hover_text_color: Defaulted<string>
  icon_color: Defaulted<string>
  icon_hover_color: Defaulted<string>
  icon_active_color: Defaulted<string>
  header_background_enabled: Defaulted<boolean>
  sidebar_background_enabled: Defaulted<boolean>
  sidebar_background_color: Defaulted<string>
  footer_background_enabled: Defaulted<boolean>
  footer_background_color: Defaulted<string>
  footer_text_color: Defaulted<string>
  footer_icon_color: Defaulted<string>
  header_gradient_enabled: Defaulted<boolean>
  header_gradient_start_color: Defaulted<string>
  header_gradient_end_color: Defaulted<string>
  header_gradient_angle: Defaulted<number>
  header_gradient_start_opacity: Defaulted<number>
  header_gradient_end_opacity: Defaulted<number>
  background_gradient_enabled: Defaulted<boolean>
  background_gradient_start_color: Defaulted<string>
  background_gradient_end_color: Defaulted<string>
  background_gradient_angle: Defaulted<number>
  background_gradient_start_opacity: Defaulted<number>
  background_gradient_end_opacity: Defaulted<number>
  sidebar_gradient_enabled: Defaulted<boolean>
  sidebar_gradient_start_color: Defaulted<string>
  sidebar_gradient_end_color: Defaulted<string>
  sidebar_gradient_angle: Defaulted<number>
  sidebar_gradient_start_opacity: Defaulted<number>
  sidebar_gradient_end_opacity: Defaulted<number>
  match_card_gradient_enabled: Defaulted<boolean>
  match_card_gradient_start_color: Defaulted<string>
  match_card_gradient_end_color: Defaulted<string>
  match_card_gradient_angle: Defaulted<number>
  match_card_gradient_start_opacity: Defaulted<number>
  match_card_gradient_end_opacity: Defaulted<number>
  promotion_card_gradient_enabled: Defaulted<boolean>
  promotion_card_gradient_start_color: Defaulted<string>
  promotion_card_gradient_end_color: Defaulted<string>
  promotion_card_gradient_angle: Defaulted<number>
  promotion_card_gradient_start_opacity: Defaulted<number>
  promotion_card_gradient_end_opacity: Defaulted<number>
  footer_gradient_enabled: Defaulted<boolean>
  footer_gradient_start_color: Defaulted<string>
  footer_gradient_end_color: Defaulted<string>
  footer_gradient_angle: Defaulted<number>
  footer_gradient_start_opacity: Defaulted<number>
  footer_gradient_end_opacity: Defaulted<number>
  sidebar_menu_gradient_enabled: Defaulted<boolean>
  sidebar_menu_gradient_start_color: Defaulted<string>
  sidebar_menu_gradient_end_color: Defaulted<string>
  sidebar_menu_gradient_angle: Defaulted<number>
  sidebar_menu_gradient_start_opacity: Defaulted<number>
  sidebar_menu_gradient_end_opacity: Defaulted<number>
  matchcard_gradient_enabled: Defaulted<boolean>
  matchcard_gradient_start_color: Defaulted<string>
  matchcard_gradient_end_color: Defaulted<string>
  matchcard_gradient_angle: Defaulted<number>
  matchcard_gradient_start_opacity: Defaulted<number>
  matchcard_gradient_end_opacity: Defaulted<number>
  default_meta_title: string | null
  default_meta_description: string | null
  home_meta_title: string | null
  home_meta_description: string | null
  home_meta_keywords: string | null
  sport_page_title_template: string | null
  sport_page_description_template: string | null
  sport_page_meta_keywords_template: string | null
  country_page_title_template: string | null
  country_page_description_template: string | null
  league_page_title_template: string | null
  league_page_description_template: string | null
  match_page_title_template: string | null
  match_page_description_template: string | null
  spin_wheel_sidebar_on: Defaulted<boolean>
  spin_wheel_enabled: boolean | null
  spin_wheel_title: Defaulted<string>
  spin_wheel_sub_title: Defaulted<string>
  spin_wheel_button_text: Defaulted<string>
  spin_wheel_link: Defaulted<string>
  footer_about_title: string | null
  footer_about_text: string | null
  footer_links_title: string | null
  footer_legal_title: string | null
  footer_social_title: string | null
  footer_copyright_text: string | null
  footer_facebook_url: string | null
  footer_twitter_url: string | null
  footer_instagram_url: string | null
  footer_youtube_url: string | null
  footer_show_payment_methods: Defaulted<boolean>
  footer_show_security_badges: Defaulted<boolean>
  footer_payment_methods_image_url: string | null
  footer_security_badges_image_url: string | null
  time_zone: Defaulted<string>
  demo_statistics: Defaulted<boolean>
  demo_content: Defaulted<boolean>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  require_admin_two_factor: Defaulted<boolean>
  price_decimal_mark: Defaulted<string>
  visitor_schemes: Defaulted<boolean>
  first_steps: Defaulted<boolean>
  price_format: Defaulted<string>
  program_links: Defaulted<boolean>
  typed_prices_count: Defaulted<string>
  way_colour: string | null
  first_bookmakers: string | null
  way_texts: string | null
  languages_chosen: Defaulted<boolean>
}

export interface SourceCredits {
  source: string
  schedule_id: string | null
  day: string
  spent: Defaulted<number>
}

export interface SourceSettings {
  source: string
  variable: string
  sealed: string
  updated_at: Defaulted<Timestamp>
  origin: string | null
}

export interface SourceTests {
  source: string
  settings_mark: string
  code: string
  tested_at: Timestamp
}

export interface Sports {
  id: Defaulted<string>
  external_id: string | null
  name: string
  display_name: string | null
  slug: string
  icon_name: string | null
  icon_url: string | null
  icon_svg: string | null
  icon_reference: string | null
  menu_position: Defaulted<number>
  is_active: Defaulted<boolean>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  duration_minutes: Defaulted<number>
}

export interface SportsdbCountries {
  id: Defaulted<string>
  name_en: string
  badge_url: string | null
  created_at: Defaulted<Timestamp>
}

export interface SportsdbEvents {
  id: Defaulted<string>
  event_id: number
  api_football_id: number | null
  event_name: string | null
  sport: string | null
  league_id: number | null
  league_name: string | null
  season: string | null
  home_team: string | null
  away_team: string | null
  home_team_id: number | null
  away_team_id: number | null
  home_score: number | null
  away_score: number | null
  round: string | null
  spectators: number | null
  event_timestamp: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  date_event: string | null
  date_event_local: string | null
  time_event: string | null
  time_local: string | null
  venue: string | null
  city: string | null
  country: string | null
  poster_url: string | null
  square_url: string | null
  fanart_url: string | null
  thumb_url: string | null
  banner_url: string | null
  video_url: string | null
  event_status: string | null
  postponed: boolean | null
  raw_data: Json | null
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface SportsdbLeagues {
  id: Defaulted<string>
  sportsdb_id: number
  name: string
  alternate_name: string | null
  sport: string | null
  sport_id: string | null
  country: string | null
  country_code: string | null
  badge_url: string | null
  logo_url: string | null
  banner_url: string | null
  filename: string | null
  formation_year: number | null
  description: string | null
  current_season: string | null
  website: string | null
  facebook: string | null
  twitter: string | null
  instagram: string | null
  youtube: string | null
  raw_data: Json | null
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface SportsdbSeasons {
  id: Defaulted<string>
  league_id: number
  season: string
  created_at: Defaulted<Timestamp>
}

export interface SportsdbTeams {
  id: Defaulted<string>
  team_id: number
  team_name: string
  team_alternate: string | null
  team_short: string | null
  formed_year: number | null
  sport: string | null
  league_id: number | null
  league_name: string | null
  league_id_2: number | null
  league_name_2: string | null
  league_id_3: number | null
  league_name_3: string | null
  league_id_4: number | null
  league_name_4: string | null
  venue_id: number | null
  stadium: string | null
  stadium_location: string | null
  stadium_capacity: number | null
  stadium_description: string | null
  stadium_thumb_url: string | null
  keywords: string | null
  website: string | null
  facebook: string | null
  twitter: string | null
  instagram: string | null
  youtube: string | null
  description_en: string | null
  description_de: string | null
  description_fr: string | null
  description_cn: string | null
  description_it: string | null
  description_jp: string | null
  description_ru: string | null
  description_es: string | null
  description_pt: string | null
  description_se: string | null
  description_nl: string | null
  description_hu: string | null
  description_no: string | null
  description_pl: string | null
  description_il: string | null
  colour_1: string | null
  colour_2: string | null
  colour_3: string | null
  gender: string | null
  country: string | null
  badge_url: string | null
  logo_url: string | null
  banner_url: string | null
  fanart_url: string | null
  equipment_url: string | null
  raw_data: Json | null
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface TeamAliases {
  id: Defaulted<string>
  decision_id: number
  alias: string
  alias_key: string
  sport_key: string
  country_key: string
  sportsdb_team_id: number
  is_same: boolean
  created_at: Defaulted<Timestamp>
}

export interface TeamMappingCandidates {
  mapping_id: string
  sportsdb_team_id: number
  position: number
  score: number
}

export interface TeamMappingDecisions {
  id: GeneratedAlways<number>
  mapping_id: string
  action: string
  sportsdb_team_id: number | null
  before: Json
  administrator_id: string | null
  decided_at: Defaulted<Timestamp>
  undone_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  undone_by: string | null
}

export interface TeamMappings {
  id: Defaulted<string>
  matches_team_name: string
  matches_country_name: Defaulted<string>
  matches_sport_name: Defaulted<string>
  matches_league_name: Defaulted<string>
  sportsdb_team_name: string | null
  sportsdb_team_badge_url: string | null
  sportsdb_country_name: string | null
  sportsdb_league_name: string | null
  sportsdb_description_en: string | null
  sportsdb_gender: string | null
  confidence_level: string | null
  last_mapped_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  status: Defaulted<string>
  sportsdb_team_id: number | null
  score: number | null
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  decided_by: string | null
  version: Defaulted<number>
}

export interface TeamNameDecisions {
  sport_id: string
  country_id: string
  name_a: string
  name_b: string
  is_same: boolean
  decided_by: string | null
  decided_at: Defaulted<Timestamp>
  decision_id: string | null
}

export interface TeamSearchNames {
  name: string
  sounds: string
}

export interface Teams {
  id: Defaulted<string>
  country_id: string
  name: string
  slug: string | null
}

export interface TranslationNamespaces {
  id: Defaulted<string>
  name: string
  description: string | null
}

export interface Translations {
  id: Defaulted<string>
  language_id: string
  namespace_id: string
  key: string
  value: string
}

export interface Troubles {
  id: Defaulted<string>
  kind: string
  subject: string
  source: Defaulted<string>
  name: Defaulted<string>
  detail: Defaulted<Json>
  opened_at: Timestamp
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  opening_told_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  closing_told_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface TwoFactors {
  id: Defaulted<string>
  user_id: string
  secret: string
  backup_codes: string
  verified: Defaulted<boolean>
  failed_verification_count: Defaulted<number>
  locked_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface UnknownMarkets {
  source: string
  key: string
  example: Defaulted<string>
  seen: Defaulted<number>
  first_seen: Defaulted<Timestamp>
  last_seen: Defaulted<Timestamp>
}

export interface Uploads {
  name: string
  unused_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface ValueDues {
  event: string
  no: Defaulted<number>
}

export interface ValuePrices {
  id: GeneratedAlways<number>
  event: string | null
  market: number | null
  sport_id: string | null
  type: string
  period: string
  line: number | null
  participant: string | null
  outcome: number
  bookmaker_id: string | null
  price: number
  net: number
  fair: number
  reference_id: string | null
  method: string
  books: number
  listed_at: Timestamp
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  closing_fair: number | null
  closing_method: string | null
  result: string | null
  settled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  closed_start: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface Verifications {
  id: Defaulted<string>
  identifier: string
  value: string
  expires_at: Timestamp
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface VisitorAlertCancellations {
  user_id: string
  match_id: string
}

export interface VisitorAlertFirings {
  id: Defaulted<string>
  alert_id: string
  match_id: string
  turn: number
  price: number | null
  fired_at: Defaulted<Timestamp>
  starts_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  tells: string | null
  starts_before: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  is_repeat: Defaulted<boolean>
}

export interface VisitorAlertKnown {
  alert_id: string
  match_id: string
}

export interface VisitorAlertMessages {
  id: Defaulted<string>
  firing_id: string
  user_id: string
  channel: string
  subscription_id: string | null
  state: Defaulted<string>
  reason: string | null
  due_at: Defaulted<Timestamp>
  lease_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  attempts: Defaulted<number>
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface VisitorAlertSettings {
  user_id: string
  language: string
  time_zone: string
  mail_on: Defaulted<boolean>
  daily_limit: Defaulted<number>
  quiet_from: Defaulted<string>
  quiet_until: Defaulted<string>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface VisitorAlertStarts {
  user_id: string
  match_id: string
  starts_at: Timestamp
}

export interface VisitorAlerts {
  id: Defaulted<string>
  user_id: string
  kind: string
  match_id: string | null
  league_id: string | null
  country_id: string | null
  team: string | null
  market_type: string | null
  market_period: string | null
  market_line: number | null
  market_participant: string | null
  outcome: number | null
  price: number | null
  percent: number | null
  minutes: number | null
  country: string | null
  paused_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  turn: Defaulted<number>
  fired_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Defaulted<Timestamp>
}

export interface WebhookDeliveries {
  id: GeneratedAlways<number>
  webhook_id: string
  type: string
  match_id: string
  body: string
  audience: string | null
  score: string | null
  state: Defaulted<string>
  attempts: Defaulted<number>
  next_at: Defaulted<Timestamp>
  status: number | null
  error: string | null
  created_at: Defaulted<Timestamp>
  delivered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export interface WebhookPrices {
  webhook_id: string
  match_id: string
  home: number
  draw: number | null
  away: number
}

export interface Webhooks {
  id: Defaulted<string>
  key_id: string
  name: string
  url: string
  sealed_secret: string
  events: string
  leagues: Defaulted<string>
  price_percent: Defaulted<number>
  country: Defaulted<string>
  is_active: Defaulted<boolean>
  stopped_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  position: number | null
  is_seeded: Defaulted<boolean>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
}

export interface DB {
  accounts: Accounts
  affiliate_buttons: AffiliateButtons
  alert_settings: AlertSettings
  api_key_uses: ApiKeyUses
  api_keys: ApiKeys
  api_settings: ApiSettings
  api_usage: ApiUsage
  app_secrets: AppSecrets
  audiences: Audiences
  audit_log: AuditLog
  bookmaker_figures: BookmakerFigures
  bookmakers: Bookmakers
  change_inbox: ChangeInbox
  change_log: ChangeLog
  changes: Changes
  clicked_before_deletion: ClickedBeforeDeletion
  clicks: Clicks
  closed_events: ClosedEvents
  closing_odds: ClosingOdds
  consent_texts: ConsentTexts
  countries: Countries
  demo_feeds: DemoFeeds
  drop_choices: DropChoices
  earning_imports: EarningImports
  earnings: Earnings
  event_prices: EventPrices
  experiment_visitors: ExperimentVisitors
  experiments: Experiments
  favorite_leagues: FavoriteLeagues
  favorite_matches: FavoriteMatches
  favorite_teams: FavoriteTeams
  fixtures: Fixtures
  footer_links: FooterLinks
  import_logs: ImportLogs
  import_run_items: ImportRunItems
  import_runs: ImportRuns
  import_schedules: ImportSchedules
  invitations: Invitations
  jwks: Jwks
  languages: Languages
  league_aliases: LeagueAliases
  leagues: Leagues
  line_closing_odds: LineClosingOdds
  link_checks: LinkChecks
  link_templates: LinkTemplates
  mapping_runs: MappingRuns
  market_bests: MarketBests
  market_mappings: MarketMappings
  markets: Markets
  match_merges: MatchMerges
  match_moves: MatchMoves
  match_reviews: MatchReviews
  match_sources: MatchSources
  matches: Matches
  multilingual_affiliate_buttons: MultilingualAffiliateButtons
  multilingual_audiences: MultilingualAudiences
  multilingual_bookmakers: MultilingualBookmakers
  multilingual_footer_links: MultilingualFooterLinks
  multilingual_footer_sections: MultilingualFooterSections
  multilingual_match_content: MultilingualMatchContent
  multilingual_pages: MultilingualPages
  multilingual_promotions: MultilingualPromotions
  multilingual_seo_settings: MultilingualSeoSettings
  multilingual_spin_wheel: MultilingualSpinWheel
  new_matches: NewMatches
  noted_bets: NotedBets
  odds: Odds
  odds_history: OddsHistory
  old_slugs: OldSlugs
  outright_participants: OutrightParticipants
  outright_sources: OutrightSources
  outrights: Outrights
  pages: Pages
  postback_senders: PostbackSenders
  price_lapses: PriceLapses
  price_parts: PriceParts
  price_sets: PriceSets
  price_sources: PriceSources
  priced_events: PricedEvents
  profiles: Profiles
  promotions: Promotions
  push_subscriptions: PushSubscriptions
  quote_changes: QuoteChanges
  quote_packs: QuotePacks
  quotes: Quotes
  quotes_seen: QuotesSeen
  rate_limits: RateLimits
  report_formats: ReportFormats
  request_paces: RequestPaces
  reserved_usernames: ReservedUsernames
  review_decisions: ReviewDecisions
  run_items: RunItems
  runs: Runs
  schema_migrations: SchemaMigrations
  sessions: Sessions
  set_closing_odds: SetClosingOdds
  set_headlines: SetHeadlines
  sign_ins: SignIns
  site_settings: SiteSettings
  source_credits: SourceCredits
  source_settings: SourceSettings
  source_tests: SourceTests
  sports: Sports
  sportsdb_countries: SportsdbCountries
  sportsdb_events: SportsdbEvents
  sportsdb_leagues: SportsdbLeagues
  sportsdb_seasons: SportsdbSeasons
  sportsdb_teams: SportsdbTeams
  team_aliases: TeamAliases
  team_mapping_candidates: TeamMappingCandidates
  team_mapping_decisions: TeamMappingDecisions
  team_mappings: TeamMappings
  team_name_decisions: TeamNameDecisions
  team_search_names: TeamSearchNames
  teams: Teams
  translation_namespaces: TranslationNamespaces
  translations: Translations
  troubles: Troubles
  two_factors: TwoFactors
  unknown_markets: UnknownMarkets
  uploads: Uploads
  value_dues: ValueDues
  value_prices: ValuePrices
  verifications: Verifications
  visitor_alert_cancellations: VisitorAlertCancellations
  visitor_alert_firings: VisitorAlertFirings
  visitor_alert_known: VisitorAlertKnown
  visitor_alert_messages: VisitorAlertMessages
  visitor_alert_settings: VisitorAlertSettings
  visitor_alert_starts: VisitorAlertStarts
  visitor_alerts: VisitorAlerts
  webhook_deliveries: WebhookDeliveries
  webhook_prices: WebhookPrices
  webhooks: Webhooks
}
