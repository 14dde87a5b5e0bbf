import type { Selectable } from 'kysely'
import { DEFAULT_COLOURS } from '#app/features/theme/default-colours.ts'
import type { DB } from '#app/platform/db/types.ts'

/** One gradient's columns as a new site has them. */
function gradientColumns<Name extends string>(name: Name, start = '#0a1716', end = '#1a2726') {
  return {
    [`${name}_gradient_enabled`]: false,
    [`${name}_gradient_start_color`]: start,
    [`${name}_gradient_end_color`]: end,
    [`${name}_gradient_angle`]: 135,
    [`${name}_gradient_start_opacity`]: 1,
    [`${name}_gradient_end_opacity`]: 1,
  } as { [K in `${Name}_gradient_enabled`]: boolean } & {
    [K in `${Name}_gradient_${'start' | 'end'}_color`]: string
  } & { [K in `${Name}_gradient_angle` | `${Name}_gradient_${'start' | 'end'}_opacity`]: number }
}

const UNKNOWN_TIME = new Date(0)

/** The settings that serve when the row cannot be read: what the database's columns default to. */
export const DEFAULT_SETTINGS: Selectable<DB['site_settings']> = {
  id: '',
  created_at: UNKNOWN_TIME,
  updated_at: UNKNOWN_TIME,
  ...DEFAULT_COLOURS,
  ...gradientColumns('header'),
  ...gradientColumns('background'),
  ...gradientColumns('sidebar'),
  ...gradientColumns('match_card'),
  ...gradientColumns('footer'),
  ...gradientColumns('matchcard'),
  ...gradientColumns('sidebar_menu'),
  sidebar_menu_gradient_enabled: true,
  ...gradientColumns('promotion_card', '#00ff95', '#0a1716'),
  promotion_card_gradient_enabled: true,
  promotion_card_gradient_angle: 204,
  promotion_card_gradient_start_opacity: 0.35,
  promotion_card_gradient_end_opacity: 0.6,
  singleton: true,
  require_admin_two_factor: false,
  site_name: 'Overround',
  site_url: null,
  logo_url: null,
  favicon_url: null,
  social_image_url: null,
  head_scripts: null,
  header_background_enabled: false,
  sidebar_background_enabled: true,
  footer_background_enabled: true,
  default_meta_title: null,
  default_meta_description: null,
  home_meta_title: null,
  home_meta_description: null,
  home_meta_keywords: null,
  sport_page_title_template: null,
  sport_page_description_template: null,
  sport_page_meta_keywords_template: null,
  country_page_title_template: null,
  country_page_description_template: null,
  league_page_title_template: null,
  league_page_description_template: null,
  match_page_title_template: null,
  match_page_description_template: null,
  spin_wheel_sidebar_on: false,
  spin_wheel_enabled: null,
  spin_wheel_title: 'Spin The Wheel',
  spin_wheel_sub_title: 'Try your luck and win prizes!',
  spin_wheel_button_text: 'Spin Now',
  spin_wheel_link: '#',
  footer_about_title: null,
  footer_about_text: null,
  footer_links_title: null,
  footer_legal_title: null,
  footer_social_title: null,
  footer_copyright_text: null,
  footer_facebook_url: null,
  footer_twitter_url: null,
  footer_instagram_url: null,
  footer_youtube_url: null,
  footer_show_payment_methods: false,
  footer_show_security_badges: false,
  footer_payment_methods_image_url: null,
  footer_security_badges_image_url: null,
  time_zone: 'UTC',
  demo_statistics: true,
  price_decimal_mark: 'language',
  demo_content: false,
}
