import { describe, expect, it } from 'vitest'
import { COLUMNS_OF_TAB } from './schema.ts'

const gradients = ['background', 'header', 'sidebar', 'sidebar_menu', 'matchcard', 'promotion_card', 'footer']

describe('what can be set', () => {
  it('includes on the tab General the identity of the site, and the settings for all pages', () => {
    expect(COLUMNS_OF_TAB.general).toEqual(
      expect.arrayContaining([
        'site_name',
        'site_url',
        'logo_url',
        'favicon_url',
        'time_zone',
        'demo_statistics',
      ]),
    )
  })

  it.each([
    [
      'appearance',
      [
        ...['primary_color', 'secondary_color', 'background_color', 'background_light_color'],
        ...['text_heading_color', 'text_body_color', 'text_muted_color'],
        ...['container_background_color', 'container_border_color'],
        ...['status_live_color', 'status_scheduled_color', 'link_color', 'link_hover_color'],
        ...['promotion_star_color', 'card_background_color', 'card_hover_color', 'card_border_color'],
        ...['button_background_color', 'button_text_color'],
        ...['button_hover_background_color', 'button_hover_text_color'],
        ...['icon_color', 'icon_hover_color', 'icon_active_color', 'sidebar_background_color'],
        ...['footer_background_color', 'footer_text_color', 'footer_icon_color'],
        ...['header_background_enabled', 'sidebar_background_enabled', 'footer_background_enabled'],
        ...['enabled', 'start_color', 'end_color', 'angle', 'start_opacity', 'end_opacity'].flatMap((part) =>
          gradients.map((name) => `${name}_gradient_${part}`),
        ),
      ],
    ],
    [
      'seo',
      [
        ...['home_meta_title', 'home_meta_description', 'home_meta_keywords'],
        ...['sport_page_title_template', 'sport_page_description_template'],
        ...['sport_page_meta_keywords_template', 'match_page_title_template'],
        ...['match_page_description_template', 'league_page_title_template'],
        ...['league_page_description_template', 'country_page_title_template'],
        ...['country_page_description_template', 'default_meta_title', 'default_meta_description'],
        ...['social_image_url', 'head_scripts'],
      ],
    ],
    [
      'footer',
      [
        ...['footer_about_title', 'footer_about_text', 'footer_links_title', 'footer_legal_title'],
        ...['footer_social_title', 'footer_copyright_text', 'footer_facebook_url', 'footer_twitter_url'],
        ...['footer_instagram_url', 'footer_youtube_url', 'footer_show_payment_methods'],
        ...['footer_payment_methods_image_url', 'footer_show_security_badges'],
        'footer_security_badges_image_url',
      ],
    ],
  ] as const)('on the tab %s', (tab, columns) => {
    expect([...COLUMNS_OF_TAB[tab]].sort()).toEqual([...columns].sort())
  })
})
