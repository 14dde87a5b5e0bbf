import type { DB } from '#app/platform/db/types.ts'

/** The tables with rows per language, and what they contain. */
export const CONTENT_TABLES = {
  translations: ['namespace_id', 'key', 'value'],
  multilingual_promotions: ['promotion_id', 'title', 'subtitle', 'description', 'button_text'],
  multilingual_affiliate_buttons: ['affiliate_button_id', 'button_text'],
  multilingual_spin_wheel: ['title', 'sub_title', 'button_text'],
  multilingual_bookmakers: ['bookmaker_id', 'review'],
  multilingual_pages: ['page_id', 'title', 'body'],
  multilingual_footer_links: ['footer_link_id', 'title'],
  multilingual_footer_sections: [
    'about_title',
    'about_text',
    'links_title',
    'legal_title',
    'social_title',
    'copyright_text',
  ],
  multilingual_match_content: [
    'title_template',
    'description_template',
    'history_odds_title',
    'history_odds_template',
    'highest_win_title',
    'highest_win_template',
    'safest_bet_title',
    'safest_bet_template',
  ],
  multilingual_seo_settings: [
    'home_meta_title',
    'home_meta_description',
    'home_meta_keywords',
    'sport_page_title_template',
    'sport_page_description_template',
    'sport_page_meta_keywords_template',
    'match_page_title_template',
    'match_page_description_template',
    'league_page_title_template',
    'league_page_description_template',
    'country_page_title_template',
    'country_page_description_template',
  ],
} as const satisfies Partial<Record<keyof DB, readonly string[]>>
