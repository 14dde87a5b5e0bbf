import { z } from 'zod'
import { readWayTexts } from '#app/features/experiments/schema.ts'
import { PRICE_FORMATS } from '#app/features/odds/prices.ts'
import { TYPED_PRICES_COUNT } from '#app/features/odds/typed-prices.ts'
import { templatesChange } from '#app/features/seo/editor-schema.ts'
import { parseHex } from '#app/features/theme/colour.ts'
import { type ColourColumn, DEFAULT_COLOURS } from '#app/features/theme/default-colours.ts'
import { GRADIENTS, type GradientName } from '#app/features/theme/rules.ts'
import { isId } from '#app/platform/ids.ts'
import { PRICE_MARKS } from '#app/platform/numbers.ts'
import { isOperatorLink, isWebAddress } from '#app/platform/text/link.ts'
import { cleanName } from '#app/platform/text/name.ts'
import { isTimeZone } from '#app/platform/time.ts'
import { MAX_HEAD_SCRIPTS } from './limits.ts'

/** Texts of the footer by the columns of their translations; the columns of the settings have the prefix `footer_`. */
export const FOOTER_TEXTS = [
  'about_title',
  'about_text',
  'links_title',
  'legal_title',
  'social_title',
  'copyright_text',
] as const

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, 'problem.too-long')
    .nullable()
    .transform((value) => value || null)

/** A web address, or null. */
const webAddress = text(2_000).refine((url) => url === null || isWebAddress(url), 'problem.web-address')
/** An image at another site, or an uploaded one. */
const image = text(2_000).refine(
  // The pages' policy allows no images over plain HTTP.
  (url) =>
    url === null ||
    (isWebAddress(url) && /^https:/i.test(url)) ||
    (url.startsWith('/') && isOperatorLink(url)),
  'problem.image-address',
)
const colour = z
  .string('problem.colour')
  .refine((value) => parseHex(value) !== null, 'problem.colour')
  .transform((value) => parseHex(value) ?? value)
const clamped = (most: number, digits: number) =>
  z.number('problem.number').transform((value) => Number(Math.min(most, Math.max(0, value)).toFixed(digits)))

/** A Zod shape with the same schema for each name. */
function shapeOf<Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>
}

const gradientColumns = <Part extends string>(...parts: Part[]) =>
  GRADIENTS.flatMap((name) =>
    parts.map((part) => `${name}_gradient_${part}` as const),
  ) as `${GradientName}_gradient_${Part}`[]

const general = {
  site_name: z.string().overwrite(cleanName).min(1, 'problem.required').max(100, 'problem.too-long'),
  site_url: webAddress,
  logo_url: image,
  favicon_url: image,
  time_zone: z.string().refine(isTimeZone, 'problem.time-zone'),
  /** Of buttons that lead to bookmakers; null: as other buttons. The screen of experiments sets it, and the next two. */
  way_colour: colour.nullable(),
  /** Texts of the same buttons by language, as JSON; null: their own. */
  way_texts: text(2_000).refine((json) => json === null || readWayTexts(json) !== null, 'problem.required'),
  /** Ids, separated by spaces: the bookmakers that comparisons list first; null: all by payout. */
  first_bookmakers: text(500).refine(
    (ids) => ids === null || ids.split(' ').every(isId),
    'experiments.problem.nobody',
  ),
}

/**
 * Settings that the tab General renders by their type: a boolean as a switch, a list as a select. Their texts are
 * `column.<name>` and, for each option of a list, `option.<name>-<option>`, with hyphens for underscores.
 */
const simple = {
  price_decimal_mark: z.enum(PRICE_MARKS),
  price_format: z.enum(['language', ...PRICE_FORMATS]),
  demo_statistics: z.boolean(),
  visitor_schemes: z.boolean(),
  program_links: z.boolean(),
  typed_prices_count: z.enum(TYPED_PRICES_COUNT),
  require_admin_two_factor: z.boolean(),
  first_steps: z.boolean(),
}
export type SimpleSetting = keyof typeof simple

const appearance = {
  ...shapeOf(Object.keys(DEFAULT_COLOURS) as ColourColumn[], colour),
  ...shapeOf(
    ['header_background_enabled', 'sidebar_background_enabled', 'footer_background_enabled'] as const,
    z.boolean(),
  ),
  ...shapeOf(gradientColumns('enabled'), z.boolean()),
  ...shapeOf(gradientColumns('start_color', 'end_color'), colour),
  ...shapeOf(gradientColumns('angle'), clamped(360, 0)),
  ...shapeOf(gradientColumns('start_opacity', 'end_opacity'), clamped(1, 2)),
}

const seo = {
  ...templatesChange.shape,
  default_meta_title: text(300),
  default_meta_description: text(1_000),
  social_image_url: image,
  /** readHeadScripts reports their problems. */
  head_scripts: z
    .string()
    .max(MAX_HEAD_SCRIPTS, 'problem.head-scripts-long')
    .nullable()
    .transform((value) => value?.trim() || null),
}

const footer = {
  ...shapeOf(
    FOOTER_TEXTS.map((column) => `footer_${column}` as const),
    text(5_000),
  ),
  ...shapeOf(
    ['footer_facebook_url', 'footer_twitter_url', 'footer_instagram_url', 'footer_youtube_url'] as const,
    webAddress,
  ),
  footer_show_payment_methods: z.boolean(),
  footer_payment_methods_image_url: image,
  footer_show_security_badges: z.boolean(),
  footer_security_badges_image_url: image,
}

/** The fields of the settings that an editor can change. The messages are translation keys of the back office. */
export const settingsChange = z.object({ ...general, ...simple, ...appearance, ...seo, ...footer })
export type EditableSettings = z.output<typeof settingsChange>

/** The tab of a column. */
export const COLUMNS_OF_TAB = {
  general: Object.keys({ ...general, ...simple }),
  appearance: Object.keys(appearance),
  seo: Object.keys(seo),
  footer: Object.keys(footer),
}

/** The simple settings in display order, with the options of selects. */
export const SIMPLE_SETTINGS = Object.entries(simple).map(([column, schema]) => ({
  column: column as SimpleSetting,
  options: schema instanceof z.ZodEnum ? schema.options : null,
}))
