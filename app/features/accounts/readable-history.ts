import { may, type Permission, type StaffRole } from './permissions.ts'

/** Who may read the entries of a table, and of tables that are no more: those who may read its part of the back office. */
export const READ_BY: Readonly<Record<string, Permission>> = {
  affiliate_buttons: 'links.read',
  multilingual_affiliate_buttons: 'links.read',
  link_templates: 'links.read',
  alert_settings: 'alerts.read',
  api_keys: 'api.read',
  api_settings: 'api.read',
  webhooks: 'api.read',
  audiences: 'audiences.read',
  multilingual_audiences: 'audiences.read',
  bookmakers: 'bookmakers.read',
  multilingual_bookmakers: 'reviews.read',
  sports: 'catalogue.read',
  countries: 'catalogue.read',
  leagues: 'catalogue.read',
  league_aliases: 'catalogue.read',
  teams: 'catalogue.read',
  matches: 'matches.read',
  match_prices: 'matches.read',
  match_reviews: 'matching.read',
  outrights: 'matching.read',
  team_mappings: 'matching.read',
  mapping_runs: 'matching.read',
  multilingual_match_content: 'texts.read',
  translations: 'texts.read',
  pages: 'pages.read',
  multilingual_pages: 'pages.read',
  promotions: 'promotions.read',
  multilingual_promotions: 'promotions.read',
  multilingual_spin_wheel: 'promotions.read',
  media: 'images.read',
  languages: 'languages.read',
  experiments: 'links.read',
  postback_senders: 'earnings.read',
  earning_imports: 'earnings.read',
  import_schedules: 'feeds.read',
  source_settings: 'feeds.read',
  market_mappings: 'feeds.read',
  runs: 'feeds.read',
  import_runs: 'feeds.read',
  site_settings: 'settings.read',
  footer_links: 'settings.read',
  multilingual_footer_links: 'settings.read',
  multilingual_footer_sections: 'settings.read',
  multilingual_seo_settings: 'settings.read',
  profiles: 'people.read',
  invitations: 'people.read',
  sessions: 'people.read',
}

/** The tables whose entries in the history a role may read; null for those who may read everything, also what is not listed here. */
export function readableBy(role: StaffRole): string[] | null {
  if (role === 'owner' || role === 'administrator') return null
  return Object.entries(READ_BY).flatMap(([table, permission]) => (may(role, permission) ? [table] : []))
}
