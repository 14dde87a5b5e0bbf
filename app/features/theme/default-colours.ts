/**
 * The palette of a new site, which is also the dark preset. Unspecified colours are
 * chosen from the same palette.
 */
export const DEFAULT_COLOURS = {
  primary_color: '#00ff95',
  secondary_color: '#0e4735',
  background_color: '#0a1716',
  background_light_color: '#1a2726',
  text_heading_color: '#ffffff',
  text_body_color: '#ffffff',
  text_muted_color: '#9ca3af',
  container_background_color: '#070e0d',
  container_border_color: '#1f2937',
  status_live_color: '#ef4444',
  status_scheduled_color: '#00ff95',
  link_color: '#00ff95',
  link_hover_color: '#00e085',
  promotion_star_color: '#00ff95',
  card_background_color: '#1a2726',
  card_hover_color: '#22302f',
  card_border_color: '#1f2937',
  button_background_color: '#00ff95',
  button_text_color: '#000000',
  button_hover_background_color: '#00e085',
  button_hover_text_color: '#000000',
  icon_color: '#9ca3af',
  icon_hover_color: '#00e085',
  icon_active_color: '#00ff95',
  sidebar_background_color: '#0a1716',
  footer_background_color: '#070e0d',
  footer_text_color: '#ffffff',
  footer_icon_color: '#00ff95',
} as const

export type ColourColumn = keyof typeof DEFAULT_COLOURS

/** The colours that the light preset sets; the others stay unchanged. */
export const LIGHT_PRESET: Partial<Record<ColourColumn, string>> = {
  background_color: '#f8fafc',
  background_light_color: '#ffffff',
  text_heading_color: '#1e293b',
  text_body_color: '#334155',
  text_muted_color: '#64748b',
  container_background_color: '#ffffff',
  container_border_color: '#e2e8f0',
  card_background_color: '#ffffff',
  card_hover_color: '#f1f5f9',
  card_border_color: '#e2e8f0',
}
