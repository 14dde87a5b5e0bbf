-- Affiliate buttons, promotions, the footer, and every text of them that is translated.

create table affiliate_buttons (
  id uuid primary key default gen_random_uuid(),
  provider text not null check (provider <> ''),
  -- The bookmaker whose prices the button sells.
  bookmaker_id uuid references bookmakers on delete set null,
  button_text text not null check (button_text <> ''),
  button_link text not null check (button_link ~ '^(https?://|/|#)'),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index affiliate_buttons_order on affiliate_buttons (created_at, id);
create trigger affiliate_buttons_updated_at before update on affiliate_buttons for each row execute function set_updated_at();

create table multilingual_affiliate_buttons (
  id uuid primary key default gen_random_uuid(),
  affiliate_button_id uuid not null references affiliate_buttons on delete cascade,
  language_id uuid not null references languages on delete cascade,
  button_text text not null check (button_text <> ''),
  unique (affiliate_button_id, language_id)
);

create table promotions (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title <> ''),
  subtitle text,
  description text not null,
  image_url text,
  button_text text not null check (button_text <> ''),
  button_link text not null check (button_link ~ '^(https?://|/|#)'),
  visible_home boolean not null default true,
  visible_casino boolean not null default false,
  visible_live_casino boolean not null default false,
  side_menu_offer boolean not null default false,
  is_active boolean not null default true,
  menu_position integer not null default 1 check (menu_position >= 0),
  star_rating smallint not null default 5 check (star_rating between 0 and 5),
  start_date timestamptz not null default now(),
  end_date timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index promotions_order on promotions (menu_position, created_at desc);
create trigger promotions_updated_at before update on promotions for each row execute function set_updated_at();

create table multilingual_promotions (
  id uuid primary key default gen_random_uuid(),
  promotion_id uuid not null references promotions on delete cascade,
  language_id uuid not null references languages on delete cascade,
  title text not null check (title <> ''),
  subtitle text,
  description text not null,
  button_text text not null check (button_text <> ''),
  unique (promotion_id, language_id)
);

create table multilingual_spin_wheel (
  id uuid primary key default gen_random_uuid(),
  language_id uuid not null unique references languages on delete cascade,
  title text not null check (title <> ''),
  sub_title text,
  button_text text not null check (button_text <> '')
);

create table footer_links (
  id uuid primary key default gen_random_uuid(),
  section_type text not null check (section_type in ('quick_links', 'legal')),
  title text not null check (title <> ''),
  url text not null check (url ~ '^(https?://|/|#|mailto:)'),
  is_active boolean not null default true,
  menu_position integer not null default 1 check (menu_position >= 0),
  created_at timestamptz not null default now()
);
create index footer_links_order on footer_links (section_type, menu_position);

create table multilingual_footer_links (
  id uuid primary key default gen_random_uuid(),
  footer_link_id uuid not null references footer_links on delete cascade,
  language_id uuid not null references languages on delete cascade,
  title text not null check (title <> ''),
  unique (footer_link_id, language_id)
);

create table multilingual_footer_sections (
  id uuid primary key default gen_random_uuid(),
  language_id uuid not null unique references languages on delete cascade,
  about_title text,
  about_text text,
  links_title text,
  legal_title text,
  social_title text,
  copyright_text text
);

create table multilingual_match_content (
  id uuid primary key default gen_random_uuid(),
  language_id uuid not null unique references languages on delete cascade,
  title_template text not null,
  description_template text not null,
  history_odds_title text,
  history_odds_template text,
  highest_win_title text,
  highest_win_template text,
  safest_bet_title text,
  safest_bet_template text
);

create table multilingual_seo_settings (
  id uuid primary key default gen_random_uuid(),
  language_id uuid not null unique references languages on delete cascade,
  home_meta_title text,
  home_meta_description text,
  home_meta_keywords text,
  sport_page_title_template text,
  sport_page_description_template text,
  sport_page_meta_keywords_template text,
  match_page_title_template text,
  match_page_description_template text,
  league_page_title_template text,
  league_page_description_template text,
  country_page_title_template text,
  country_page_description_template text
);
