/*
 * What the public site reads, by language. Each field falls back on its own: the asked language, then the default
 * language, then the untranslated row or the site settings.
 */

create function default_language_id() returns uuid language sql stable as $$
  select id from languages where is_default
$$;

create function language_id_of(language_code text) returns uuid language sql stable as $$
  select l.id from languages l where l.code = lower(split_part(language_code, '-', 1))
$$;

create function get_spin_wheel_in_language(language_code text)
returns table (title text, sub_title text, button_text text, link text, sidebar_on boolean, enabled boolean)
language sql stable as $$
  select coalesce(nullif(t.title, ''), nullif(d.title, ''), s.spin_wheel_title),
    coalesce(nullif(t.sub_title, ''), nullif(d.sub_title, ''), s.spin_wheel_sub_title),
    coalesce(nullif(t.button_text, ''), nullif(d.button_text, ''), s.spin_wheel_button_text),
    s.spin_wheel_link, s.spin_wheel_sidebar_on, coalesce(s.spin_wheel_enabled, s.spin_wheel_sidebar_on)
  from site_settings s
  left join multilingual_spin_wheel t on t.language_id = language_id_of(language_code)
  left join multilingual_spin_wheel d on d.language_id = default_language_id()
$$;

create function get_promotion_in_language(promotion_id uuid, language_code text)
returns table (id uuid, title text, subtitle text, description text, image_url text, button_text text, button_link text,
  star_rating smallint, start_date timestamptz, end_date timestamptz, is_active boolean, side_menu_offer boolean,
  visible_home boolean, menu_position integer)
language sql stable as $$
  select p.id, coalesce(nullif(t.title, ''), nullif(d.title, ''), p.title),
    coalesce(nullif(t.subtitle, ''), nullif(d.subtitle, ''), p.subtitle),
    coalesce(nullif(t.description, ''), nullif(d.description, ''), p.description),
    p.image_url, coalesce(nullif(t.button_text, ''), nullif(d.button_text, ''), p.button_text), p.button_link,
    p.star_rating, p.start_date, p.end_date, p.is_active, p.side_menu_offer, p.visible_home, p.menu_position
  from promotions p
  left join multilingual_promotions t on t.promotion_id = p.id and t.language_id = language_id_of($2)
  left join multilingual_promotions d on d.promotion_id = p.id and d.language_id = default_language_id()
  where p.id = $1
$$;

create function get_footer_sections_in_language(language_code text)
returns table (about_title text, about_text text, links_title text, legal_title text, social_title text, copyright_text text)
language sql stable as $$
  select coalesce(nullif(t.about_title, ''), nullif(d.about_title, ''), s.footer_about_title),
    coalesce(nullif(t.about_text, ''), nullif(d.about_text, ''), s.footer_about_text),
    coalesce(nullif(t.links_title, ''), nullif(d.links_title, ''), s.footer_links_title),
    coalesce(nullif(t.legal_title, ''), nullif(d.legal_title, ''), s.footer_legal_title),
    coalesce(nullif(t.social_title, ''), nullif(d.social_title, ''), s.footer_social_title),
    coalesce(nullif(t.copyright_text, ''), nullif(d.copyright_text, ''), s.footer_copyright_text)
  from site_settings s
  left join multilingual_footer_sections t on t.language_id = language_id_of(language_code)
  left join multilingual_footer_sections d on d.language_id = default_language_id()
$$;

create function get_footer_links_in_language(language_code text, section_type text)
returns table (id uuid, title text, url text)
language sql stable as $$
  select f.id, coalesce(nullif(t.title, ''), nullif(d.title, ''), f.title), f.url
  from footer_links f
  left join multilingual_footer_links t on t.footer_link_id = f.id and t.language_id = language_id_of($1)
  left join multilingual_footer_links d on d.footer_link_id = f.id and d.language_id = default_language_id()
  where f.is_active and f.section_type = $2
  order by f.menu_position, f.created_at, f.id
$$;

create function get_all_affiliate_buttons_in_language(language_code text)
returns table (id uuid, provider text, bookmaker_id uuid, button_text text, button_link text)
language sql stable as $$
  select a.id, a.provider, a.bookmaker_id, coalesce(nullif(t.button_text, ''), nullif(d.button_text, ''), a.button_text), a.button_link
  from affiliate_buttons a
  left join multilingual_affiliate_buttons t on t.affiliate_button_id = a.id and t.language_id = language_id_of(language_code)
  left join multilingual_affiliate_buttons d on d.affiliate_button_id = a.id and d.language_id = default_language_id()
  where a.is_active
  order by a.created_at, a.id
$$;

create function get_affiliate_button_in_language(button_id uuid, language_code text)
returns table (id uuid, provider text, bookmaker_id uuid, button_text text, button_link text)
language sql stable as $$
  select b.* from get_all_affiliate_buttons_in_language(language_code) b where b.id = button_id
$$;

create function get_seo_settings_in_language(language_code text)
returns table (home_meta_title text, home_meta_description text, home_meta_keywords text,
  sport_page_title_template text, sport_page_description_template text, sport_page_meta_keywords_template text,
  country_page_title_template text, country_page_description_template text,
  league_page_title_template text, league_page_description_template text,
  match_page_title_template text, match_page_description_template text,
  default_meta_title text, default_meta_description text)
language sql stable as $$
  select coalesce(nullif(t.home_meta_title, ''), nullif(d.home_meta_title, ''), nullif(s.home_meta_title, '')),
    coalesce(nullif(t.home_meta_description, ''), nullif(d.home_meta_description, ''), nullif(s.home_meta_description, '')),
    coalesce(nullif(t.home_meta_keywords, ''), nullif(d.home_meta_keywords, ''), nullif(s.home_meta_keywords, '')),
    coalesce(nullif(t.sport_page_title_template, ''), nullif(d.sport_page_title_template, ''), nullif(s.sport_page_title_template, '')),
    coalesce(nullif(t.sport_page_description_template, ''), nullif(d.sport_page_description_template, ''), nullif(s.sport_page_description_template, '')),
    coalesce(nullif(t.sport_page_meta_keywords_template, ''), nullif(d.sport_page_meta_keywords_template, ''), nullif(s.sport_page_meta_keywords_template, '')),
    coalesce(nullif(t.country_page_title_template, ''), nullif(d.country_page_title_template, ''), nullif(s.country_page_title_template, '')),
    coalesce(nullif(t.country_page_description_template, ''), nullif(d.country_page_description_template, ''), nullif(s.country_page_description_template, '')),
    coalesce(nullif(t.league_page_title_template, ''), nullif(d.league_page_title_template, ''), nullif(s.league_page_title_template, '')),
    coalesce(nullif(t.league_page_description_template, ''), nullif(d.league_page_description_template, ''), nullif(s.league_page_description_template, '')),
    coalesce(nullif(t.match_page_title_template, ''), nullif(d.match_page_title_template, ''), nullif(s.match_page_title_template, '')),
    coalesce(nullif(t.match_page_description_template, ''), nullif(d.match_page_description_template, ''), nullif(s.match_page_description_template, '')),
    nullif(s.default_meta_title, ''), nullif(s.default_meta_description, '')
  from site_settings s
  left join multilingual_seo_settings t on t.language_id = language_id_of(language_code)
  left join multilingual_seo_settings d on d.language_id = default_language_id()
$$;

create function get_match_content_in_language(language_code text)
returns table (title_template text, description_template text, history_odds_title text, history_odds_template text,
  highest_win_title text, highest_win_template text, safest_bet_title text, safest_bet_template text)
language sql stable as $$
  select coalesce(nullif(t.title_template, ''), nullif(d.title_template, '')),
    coalesce(nullif(t.description_template, ''), nullif(d.description_template, '')),
    coalesce(nullif(t.history_odds_title, ''), nullif(d.history_odds_title, '')),
    coalesce(nullif(t.history_odds_template, ''), nullif(d.history_odds_template, '')),
    coalesce(nullif(t.highest_win_title, ''), nullif(d.highest_win_title, '')),
    coalesce(nullif(t.highest_win_template, ''), nullif(d.highest_win_template, '')),
    coalesce(nullif(t.safest_bet_title, ''), nullif(d.safest_bet_title, '')),
    coalesce(nullif(t.safest_bet_template, ''), nullif(d.safest_bet_template, ''))
  from (select 1) as always
  left join multilingual_match_content t on t.language_id = language_id_of(language_code)
  left join multilingual_match_content d on d.language_id = default_language_id()
$$;
