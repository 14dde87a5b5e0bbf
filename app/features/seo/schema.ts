/** Columns of multilingual_seo_settings that make up a page's head; `{name}` variables are filled per page. */
export interface SeoTemplates {
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
  /** The site settings' own title, for the home page. */
  default_meta_title: string | null
  default_meta_description: string | null
}
