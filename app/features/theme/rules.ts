import { contrastRatio, luminance, mixColours, parseHex, readableOn, withOpacity } from './colour.ts'
import { type ColourColumn, DEFAULT_COLOURS } from './defaults.ts'

/** Gradients that the pages show, by the prefix of their columns. */
type GradientName =
  | 'background'
  | 'sidebar'
  | 'sidebar_menu'
  | 'header'
  | 'footer'
  | 'matchcard'
  | 'promotion_card'

/** The columns of site_settings that make up the look. */
export type ThemeSettings = Readonly<
  Record<ColourColumn, string> & {
    header_background_enabled: boolean
    sidebar_background_enabled: boolean
    footer_background_enabled: boolean
  } & { [K in GradientName as `${K}_gradient_enabled`]: boolean } & {
    [K in GradientName as `${K}_gradient_${'start' | 'end'}_color`]: string
  } & { [K in GradientName as `${K}_gradient_angle` | `${K}_gradient_${'start' | 'end'}_opacity`]: number }
>

/** WCAG AA for text, and for parts of controls. */
const TEXT_CONTRAST = 4.5
const PART_CONTRAST = 3

/**
 * The custom properties of the document from the operator's settings. Text, links and status colours are shaded where
 * their contrast on the grounds they stand on would not do; only hexadecimal colours reach the style sheet.
 */
export function themeCss(settings: ThemeSettings): string {
  const colour = (column: ColourColumn) => parseHex(settings[column]) ?? DEFAULT_COLOURS[column]
  const background = colour('background_color')
  const dark = luminance(background) < 0.4
  const grounds = [
    background,
    colour('background_light_color'),
    colour('card_background_color'),
    colour('card_hover_color'),
    colour('container_background_color'),
  ]
  const text = (column: ColourColumn) => readableOn(colour(column), grounds, TEXT_CONTRAST)
  const on = (column: ColourColumn, ground: string) => readableOn(colour(column), [ground], TEXT_CONTRAST)
  const footerGround = settings.footer_background_enabled ? colour('footer_background_color') : background
  const properties: Record<string, string | undefined> = {
    'color-scheme': dark ? 'dark' : 'light',
    background,
    'background-light': colour('background_light_color'),
    'page-background': gradient(settings, 'background'),
    'text-heading': text('text_heading_color'),
    'text-body': text('text_body_color'),
    'text-muted': text('text_muted_color'),
    'container-background': colour('container_background_color'),
    'container-border': colour('container_border_color'),
    'card-background': colour('card_background_color'),
    'card-hover': colour('card_hover_color'),
    'card-border': colour('card_border_color'),
    'status-live': text('status_live_color'),
    'status-scheduled': text('status_scheduled_color'),
    'promotion-star': readableOn(colour('promotion_star_color'), grounds, PART_CONTRAST),
    link: text('link_color'),
    'link-hover': text('link_hover_color'),
    'accent-text': text('link_color'),
    'button-background': colour('button_background_color'),
    'button-text': on('button_text_color', colour('button_background_color')),
    'button-hover-background': colour('button_hover_background_color'),
    'button-hover-text': on('button_hover_text_color', colour('button_hover_background_color')),
    icon: readableOn(colour('icon_color'), grounds, PART_CONTRAST),
    'icon-hover': readableOn(colour('icon_hover_color'), grounds, PART_CONTRAST),
    'icon-active': readableOn(colour('icon_active_color'), grounds, PART_CONTRAST),
    'focus-ring': readableOn(colour('link_color'), grounds, PART_CONTRAST),
    danger: readableOn(dark ? '#f87171' : '#b91c1c', grounds, TEXT_CONTRAST),
    warning: readableOn(dark ? '#fbbf24' : '#92400e', grounds, TEXT_CONTRAST),
    'header-background':
      gradient(settings, 'header') ??
      (settings.header_background_enabled ? colour('container_background_color') : undefined),
    'sidebar-background':
      gradient(settings, 'sidebar') ??
      (settings.sidebar_background_enabled ? sidebarGround(settings, background, dark) : undefined),
    'sidebar-menu-background': gradient(settings, 'sidebar_menu'),
    'footer-background':
      gradient(settings, 'footer') ?? (settings.footer_background_enabled ? footerGround : undefined),
    'footer-text': on('footer_text_color', footerGround),
    'footer-icon': readableOn(colour('footer_icon_color'), [footerGround], PART_CONTRAST),
    'match-card-background': gradient(settings, 'matchcard'),
    'promotion-card-background': gradient(settings, 'promotion_card'),
  }
  const lines = Object.entries(properties).filter(([, value]) => value !== undefined)
  return `:root{${lines.map(([name, value]) => `--${name}:${value}`).join(';')}}`
}

/**
 * The sidebar's colour; on a light page a dark default would leave its text unreadable, so it follows the page where its
 * contrast with the page's text would not do.
 */
function sidebarGround(settings: ThemeSettings, background: string, dark: boolean): string {
  const ground = parseHex(settings.sidebar_background_color) ?? DEFAULT_COLOURS.sidebar_background_color
  const text = parseHex(settings.text_body_color) ?? DEFAULT_COLOURS.text_body_color
  if (contrastRatio(text, ground) >= TEXT_CONTRAST) return ground
  return mixColours(background, dark ? '#ffffff' : '#000000', 0.03)
}

/** `linear-gradient(...)` with opacities as two hex digits, or undefined while the gradient is off. */
export function gradient(settings: ThemeSettings, name: GradientName): string | undefined {
  if (!settings[`${name}_gradient_enabled`]) return undefined
  const angle = Math.min(360, Math.max(0, Math.round(Number(settings[`${name}_gradient_angle`]) || 0)))
  const stop = (end: 'start' | 'end') => {
    const hex = parseHex(settings[`${name}_gradient_${end}_color`]) ?? DEFAULT_COLOURS.background_color
    return withOpacity(hex, Number(settings[`${name}_gradient_${end}_opacity`]))
  }
  return `linear-gradient(${angle}deg,${stop('start')},${stop('end')})`
}
