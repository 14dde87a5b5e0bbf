import {
  contrastRatio,
  lowestContrast,
  luminance,
  mixColours,
  parseHex,
  plainOn,
  readableOn,
  type Tint,
  withOpacity,
} from './colour.ts'
import { type ColourColumn, DEFAULT_COLOURS, LIGHT_PRESET } from './default-colours.ts'

/** The gradients of the pages, by the prefix of their columns. */
export const GRADIENTS = [
  'background',
  'header',
  'sidebar',
  'sidebar_menu',
  'matchcard',
  'promotion_card',
  'footer',
] as const
export type GradientName = (typeof GRADIENTS)[number]

/** The columns of site_settings that define the theme. */
export type ThemeSettings = Readonly<
  Record<ColourColumn, string> & {
    header_background_enabled: boolean
    sidebar_background_enabled: boolean
    footer_background_enabled: boolean
    /** Whether a visitor may choose light or dark. */
    visitor_schemes: boolean
    /** Of buttons that lead to bookmakers; null: as other buttons. */
    way_colour?: string | null
  } & { [K in GradientName as `${K}_gradient_enabled`]: boolean } & {
    [K in GradientName as `${K}_gradient_${'start' | 'end'}_color`]: string
  } & { [K in GradientName as `${K}_gradient_angle` | `${K}_gradient_${'start' | 'end'}_opacity`]: number }
>

/** WCAG AA for text, and for parts of controls. */
const TEXT_CONTRAST = 4.5
const PART_CONTRAST = 3

/** Backgrounds below this luminance get light text. */
const DARK_BELOW = 0.4

type Colour = (column: ColourColumn) => string

/** The texts and lines on a background, with the contrast that each needs. */
const ON_GROUNDS: readonly [property: string, column: ColourColumn, contrast: number][] = [
  ['text-heading', 'text_heading_color', TEXT_CONTRAST],
  ['text-body', 'text_body_color', TEXT_CONTRAST],
  ['text-muted', 'text_muted_color', TEXT_CONTRAST],
  ['status-live', 'status_live_color', TEXT_CONTRAST],
  ['status-scheduled', 'status_scheduled_color', TEXT_CONTRAST],
  ['promotion-star', 'promotion_star_color', PART_CONTRAST],
  ['link', 'link_color', TEXT_CONTRAST],
  ['link-hover', 'link_hover_color', TEXT_CONTRAST],
  ['accent-text', 'primary_color', TEXT_CONTRAST],
  ['icon', 'icon_color', PART_CONTRAST],
  ['icon-hover', 'icon_hover_color', PART_CONTRAST],
  ['icon-active', 'icon_active_color', PART_CONTRAST],
  ['focus-ring', 'primary_color', PART_CONTRAST],
]

/** The shares of a text's colour that the style sheets mix into the card behind it: `--raised`, and the best price. */
const RAISED = 0.12
const BEST = 0.11

/**
 * The custom properties of the document from the operator's settings. Text, links and status colours are shaded if
 * their contrast on their backgrounds is too low. Only hexadecimal colours reach the style sheet. If visitors may
 * choose, the rules of the other scheme follow, for a document with `data-scheme`.
 */
export function themeCss(given: ThemeSettings): string {
  const known = sheets.get(given)
  if (known !== undefined) return known
  const sheet = makeThemeCss(given)
  sheets.set(given, sheet)
  return sheet
}

/** Every page needs the style sheet of the same settings object, which never changes. */
const sheets = new WeakMap<ThemeSettings, string>()

function makeThemeCss(settings: ThemeSettings): string {
  const own = themeRules(settings)
  const css = own.map(([selector, properties]) => block(selector, properties))
  if (settings.visitor_schemes) {
    const other = themeRules(otherScheme(settings))
    const mark = `[data-scheme=${schemeOf(settings) === 'dark' ? 'light' : 'dark'}]`
    css.push(
      ...other.map(([selector, properties], at) =>
        block(
          selector === ':root' ? `:root${mark}` : inScheme(mark, selector),
          changesOf(own[at]?.[1] ?? {}, properties, selector === ':root' ? 'initial' : 'inherit'),
        ),
      ),
    )
  }
  const way = settings.way_colour ? parseHex(settings.way_colour) : null
  // Before the rules of the site's style sheet, which name the same elements less exactly.
  if (way) css.push(`:root:root .way,:root:root .button.wide{${lookOf(way)}}`)
  return css.join('')
}

/** A colour of a button with a text that is readable on it, as declarations. */
export function lookOf(colour: string): string {
  return `background:${colour};border-color:${colour};color:${plainOn('#ffffff', colour)}`
}

/** The scheme of the operator's own colours. */
export function schemeOf(settings: ThemeSettings): 'dark' | 'light' {
  return luminance(coloursOf(settings)('background_color')) < DARK_BELOW ? 'dark' : 'light'
}

/** The columns that a scheme sets. Buttons, links and icons keep the operator's colours. */
const SCHEME_COLUMNS = [
  ...(Object.keys(LIGHT_PRESET) as ColourColumn[]),
  'sidebar_background_color',
  'footer_background_color',
  'footer_text_color',
] as const

/** The share of the operator's colour behind a selected item in a visitor's light scheme. */
const SELECTED_TINT = 0.14

/** The settings with the preset of the other scheme. Gradients behind text are made for the operator's own scheme. */
function otherScheme(settings: ThemeSettings): ThemeSettings {
  const preset =
    schemeOf(settings) === 'dark'
      ? {
          ...LIGHT_PRESET,
          footer_background_color: LIGHT_PRESET.container_background_color,
          footer_text_color: LIGHT_PRESET.text_body_color,
          // A tint: the colour behind a selected item of a dark site is nearly black.
          secondary_color: mixColours('#ffffff', coloursOf(settings)('secondary_color'), SELECTED_TINT),
        }
      : {}
  return {
    ...settings,
    ...Object.fromEntries(SCHEME_COLUMNS.map((column) => [column, DEFAULT_COLOURS[column]])),
    ...preset,
    ...Object.fromEntries(
      GRADIENTS.filter((name) => name !== 'promotion_card').map((name) => [
        `${name}_gradient_enabled`,
        false,
      ]),
    ),
  }
}

const inScheme = (mark: string, selectors: string) =>
  selectors
    .split(',')
    .map((selector) => `${mark} ${selector}`)
    .join(',')

type Properties = Record<string, string | undefined>

/** The properties that differ from the rules before; a property that only those rules have becomes `none`. */
function changesOf(before: Properties, after: Properties, none: 'initial' | 'inherit'): Properties {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return Object.fromEntries(
    [...names].flatMap((name) => (before[name] === after[name] ? [] : [[name, after[name] ?? none]])),
  )
}

/** The properties of the page, and of each part with its own background, by their selectors. */
function themeRules(given: ThemeSettings): [selector: string, properties: Properties][] {
  const settings = withoutDefaultGradients(given)
  const colour = coloursOf(settings)
  const background = colour('background_color')
  const dark = schemeOf(settings) === 'dark'
  const grounds = pageGrounds(settings)
  const on = (column: ColourColumn, ground: string) => readableOn(colour(column), [ground], TEXT_CONTRAST)
  const footerGrounds = footerGroundsOf(settings)
  const headerGround = settings.header_background_enabled ? colour('container_background_color') : background
  const sidebar = settings.sidebar_background_enabled ? sidebarGround(colour, background, dark) : background
  const root: Properties = {
    'color-scheme': dark ? 'dark' : 'light',
    background,
    'background-light': colour('background_light_color'),
    'page-background': gradient(settings, 'background'),
    'container-background': colour('container_background_color'),
    'container-border': colour('container_border_color'),
    'card-background': colour('card_background_color'),
    'card-hover': colour('card_hover_color'),
    'card-border': colour('card_border_color'),
    selected: colour('secondary_color'),
    'selected-icon': readableOn(colour('icon_active_color'), [colour('secondary_color')], PART_CONTRAST),
    'selected-text': plainOn(colour('text_heading_color'), colour('secondary_color')),
    'button-background': colour('button_background_color'),
    'button-text': on('button_text_color', colour('button_background_color')),
    'button-hover-background': colour('button_hover_background_color'),
    'button-hover-text': on('button_hover_text_color', colour('button_hover_background_color')),
    danger: readableOn(dark ? '#f87171' : '#b91c1c', grounds, TEXT_CONTRAST),
    warning: readableOn(dark ? '#fbbf24' : '#92400e', grounds, TEXT_CONTRAST),
    ...writtenOn(colour, grounds, colour('card_background_color')),
    // Sticky parts over the page are opaque, whatever the gradient's opacity.
    'header-background':
      over(gradient(settings, 'header'), headerGround) ??
      (settings.header_background_enabled ? headerGround : undefined),
    'sidebar-background':
      over(gradient(settings, 'sidebar'), sidebar) ??
      (settings.sidebar_background_enabled ? sidebar : undefined),
    'sidebar-menu-background': gradient(settings, 'sidebar_menu'),
    'footer-background':
      gradient(settings, 'footer') ??
      (settings.footer_background_enabled ? colour('footer_background_color') : undefined),
    'footer-text': readableOn(colour('footer_text_color'), footerGrounds, TEXT_CONTRAST),
    'footer-icon': readableOn(colour('footer_icon_color'), footerGrounds, PART_CONTRAST),
    'match-card-background': gradient(settings, 'matchcard'),
    'promotion-card-background': gradient(settings, 'promotion_card'),
  }
  const card = colour('card_background_color')
  const sidebarGrounds = groundsOf(settings, 'sidebar', sidebar)
  const zones: [selector: string, grounds: readonly string[]][] = [
    ['.site-header,.bottom-bar', groundsOf(settings, 'header', headerGround)],
    ['.sidebar', sidebarGrounds],
    ['.sidebar-menu', sidebarGrounds.flatMap((ground) => groundsOf(settings, 'sidebar_menu', ground))],
    ['.match-card', groundsOverPage(settings, 'matchcard', card)],
    ['.promotion-card', groundsOverPage(settings, 'promotion_card', card)],
  ]
  return [
    [':root', root],
    ...zones.map(([selector, its]): [string, Properties] => [selector, ownShades(colour, root, its)]),
  ]
}

/** A colour without enough contrast on its background: the site shows the nearest readable shade. */
export interface ContrastWarning {
  column: ColourColumn
  /** The lowest contrast on its backgrounds, and the minimum of WCAG AA. */
  ratio: number
  needed: number
  shown: string
}

/** The colours that the pages replace by a readable shade. */
export function contrastWarnings(settings: ThemeSettings): ContrastWarning[] {
  const colour = coloursOf(settings)
  const grounds = pageGrounds(settings)
  const footer = footerGroundsOf(settings)
  const uses: Omit<Use, 'property'>[] = [
    ...usesOn(colour, grounds, colour('card_background_color')).filter(
      ({ property }) => property !== 'focus-ring',
    ),
    {
      column: 'button_text_color',
      grounds: [colour('button_background_color')],
      needed: TEXT_CONTRAST,
    },
    {
      column: 'button_hover_text_color',
      grounds: [colour('button_hover_background_color')],
      needed: TEXT_CONTRAST,
    },
    { column: 'footer_text_color', grounds: footer, needed: TEXT_CONTRAST },
    { column: 'footer_icon_color', grounds: footer, needed: PART_CONTRAST },
  ]
  return uses.flatMap(({ column, grounds: its, needed, tint }) => {
    const ratio = lowestContrast(colour(column), its, tint)
    return ratio >= needed
      ? []
      : [{ column, ratio, needed, shown: readableOn(colour(column), its, needed, tint) }]
  })
}

/** Each colour of the settings, or the built-in one if it is missing or malformed. */
export function coloursOf(settings: ThemeSettings): Colour {
  return (column) => parseHex(settings[column]) ?? DEFAULT_COLOURS[column]
}

/** The colours of images for social sites: those of the site, readable on its background and its cards. */
export function shareColours(settings: ThemeSettings) {
  const colour = coloursOf(settings)
  const [background, card] = [colour('background_color'), colour('card_background_color')]
  const on = (column: ColourColumn) => readableOn(colour(column), [background, card], TEXT_CONTRAST)
  return {
    background,
    card,
    border: colour('card_border_color'),
    heading: on('text_heading_color'),
    body: on('text_body_color'),
    muted: on('text_muted_color'),
    accent: on('primary_color'),
  }
}

/** The backgrounds of a page's text. */
function pageGrounds(settings: ThemeSettings): string[] {
  const colour = coloursOf(settings)
  const background = colour('background_color')
  return [
    background,
    colour('background_light_color'),
    colour('card_background_color'),
    colour('card_hover_color'),
    colour('container_background_color'),
    ...stopsOver(settings, 'background', background),
  ]
}

function footerGroundsOf(settings: ThemeSettings): string[] {
  const column = settings.footer_background_enabled ? 'footer_background_color' : 'background_color'
  return groundsOverPage(settings, 'footer', coloursOf(settings)(column))
}

function block(selector: string, properties: Properties): string {
  const lines = Object.entries(properties).filter(([, value]) => value !== undefined)
  return lines.length === 0
    ? ''
    : `${selector}{${lines.map(([name, value]) => `--${name}:${value}`).join(';')}}`
}

/** A colour with its backgrounds and the contrast that it needs on each. */
interface Use {
  property: string
  column: ColourColumn
  grounds: readonly string[]
  needed: number
  tint?: Tint
}

/** The texts and lines on these backgrounds, and on what the style sheets mix from a card and a text. */
function usesOn(colour: Colour, grounds: readonly string[], card: string): Use[] {
  const tints: Partial<Record<string, Tint>> = {
    'text-heading': { ground: card, share: RAISED },
    'accent-text': { ground: card, share: BEST },
  }
  const heading = readableOn(colour('text_heading_color'), grounds, TEXT_CONTRAST, tints['text-heading'])
  const raised = mixColours(card, heading, RAISED)
  return ON_GROUNDS.map(([property, column, needed]) => ({
    property,
    column,
    grounds: property === 'text-body' ? [...grounds, raised] : grounds,
    needed,
    tint: tints[property],
  }))
}

function writtenOn(colour: Colour, grounds: readonly string[], card: string): Record<string, string> {
  return Object.fromEntries(
    usesOn(colour, grounds, card).map(({ property, column, grounds: its, needed, tint }) => [
      property,
      readableOn(colour(column), its, needed, tint),
    ]),
  )
}

/** Colours on the page's surfaces, for surfaces inside a part with its own background. */
const SURFACES = [
  'background',
  'background-light',
  'card-background',
  'card-hover',
  'container-background',
] as const

/**
 * The overrides of a part with its own background: none if the page's shades are readable on it, else shades for its
 * background, and matching surfaces.
 */
function ownShades(colour: Colour, page: Properties, grounds: readonly string[]): Record<string, string> {
  const readable = ON_GROUNDS.every(([property, , contrast]) =>
    grounds.every((ground) => contrastRatio(page[property] ?? '#000000', ground) >= contrast),
  )
  if (readable) return {}
  const middle = grounds[Math.floor(grounds.length / 2)] ?? '#000000'
  const surface = mixColours(middle, luminance(middle) < DARK_BELOW ? '#ffffff' : '#000000', 0.06)
  return {
    ...writtenOn(colour, [...grounds, surface], surface),
    ...Object.fromEntries(SURFACES.map((name) => [name, surface])),
  }
}

/** The colours behind the text of a part: its gradient over its background, else the background. */
function groundsOf(settings: ThemeSettings, name: GradientName, ground: string): string[] {
  const stops = stopsOver(settings, name, ground)
  return stops.length > 0 ? stops : [ground]
}

/** The colours behind the text of a part whose gradient replaces its own background: the page shows through it. */
function groundsOverPage(settings: ThemeSettings, name: GradientName, own: string): string[] {
  const page = groundsOf(settings, 'background', coloursOf(settings)('background_color'))
  const stops = page.flatMap((ground) => stopsOver(settings, name, ground))
  return stops.length > 0 ? stops : [own]
}

/** Start, middle and end of a gradient over a background; empty while the gradient is off. */
function stopsOver(settings: ThemeSettings, name: GradientName, ground: string): string[] {
  if (!settings[`${name}_gradient_enabled`]) return []
  const [start, end] = (['start', 'end'] as const).map((at) =>
    mixColours(ground, stopColour(settings, name, at), opacityOf(settings, name, at)),
  ) as [string, string]
  return [start, mixColours(start, end, 0.5), end]
}

const over = (image: string | undefined, ground: string) => image && `${image},${ground}`

/**
 * On a light page, the dark gradients of a new site do not fit. Until the operator chooses other colours, the menu has
 * no gradient, and a promotion's gradient fades into the page.
 */
function withoutDefaultGradients(settings: ThemeSettings): ThemeSettings {
  const background = coloursOf(settings)('background_color')
  if (luminance(background) < DARK_BELOW) return settings
  const { primary_color, background_color, background_light_color } = DEFAULT_COLOURS
  const has = (name: GradientName, start: string, end: string) =>
    stopColour(settings, name, 'start') === start && stopColour(settings, name, 'end') === end
  return {
    ...settings,
    ...(has('sidebar_menu', background_color, background_light_color) && {
      sidebar_menu_gradient_enabled: false,
    }),
    ...(has('promotion_card', primary_color, background_color) && {
      promotion_card_gradient_end_color: background,
    }),
  }
}

/**
 * The sidebar's colour. On a light page, the default dark colour does not fit: until the operator chooses another one,
 * the sidebar has the page's colour.
 */
function sidebarGround(colour: Colour, background: string, dark: boolean): string {
  const ground = colour('sidebar_background_color')
  if (ground !== DEFAULT_COLOURS.sidebar_background_color) return ground
  if (contrastRatio(colour('text_body_color'), ground) >= TEXT_CONTRAST) return ground
  return mixColours(background, dark ? '#ffffff' : '#000000', 0.03)
}

/** `linear-gradient(...)` with opacities as two hex digits, or undefined while the gradient is off. */
export function gradient(settings: ThemeSettings, name: GradientName): string | undefined {
  if (!settings[`${name}_gradient_enabled`]) return undefined
  const angle = Math.min(360, Math.max(0, Math.round(Number(settings[`${name}_gradient_angle`]) || 0)))
  const stop = (at: 'start' | 'end') =>
    withOpacity(stopColour(settings, name, at), opacityOf(settings, name, at))
  return `linear-gradient(${angle}deg,${stop('start')},${stop('end')})`
}

function stopColour(settings: ThemeSettings, name: GradientName, at: 'start' | 'end'): string {
  return parseHex(settings[`${name}_gradient_${at}_color`]) ?? DEFAULT_COLOURS.background_color
}

function opacityOf(settings: ThemeSettings, name: GradientName, at: 'start' | 'end'): number {
  const opacity = Number(settings[`${name}_gradient_${at}_opacity`])
  return Math.min(1, Math.max(0, Number.isFinite(opacity) ? opacity : 1))
}
