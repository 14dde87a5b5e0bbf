import type { MetaDescriptor } from 'react-router'
import { MARK_AGE } from '#app/features/audiences/age-mark.ts'
import { EXPERIMENT_MARK, HIDE_EXPERIMENT, HIDE_EXPERIMENT_ID } from '#app/features/experiments/mark.ts'
import { MARK_WANTED_FORMAT } from '#app/features/odds/format-choice.ts'
import type { HeadScripts } from '#app/features/settings/head-scripts.server.ts'
import { MARK_SCHEME } from '#app/features/theme/scheme.ts'
import { MARK_MEMBER } from '#app/features/visitor/member-mark.ts'
import { HEAD_SCRIPTS_MARK } from '#app/platform/head-scripts-mark.ts'
import { inlineScripts } from '#app/platform/http/inline-scripts.ts'
import { contentSecurityPolicy, type Https } from '#app/platform/http/security-headers.server.ts'
import { manifestPath, sitemapPath } from '#app/platform/paths.ts'
import { KEEP_PRESS } from '#app/ui/early.ts'
import { MORE_FONTS } from '#app/ui/more-fonts.ts'
import { needsWideArabic } from '#app/ui/rare-letters.ts'
import { FOLLOW_BY_TRANSITION, LET_TRANSITIONS_FAIL } from '#app/ui/view-transition.ts'
import { fontsOf, ISLANDS, stylesOf } from './base/assets.server.ts'
import type { StyleSheet } from './base/page.ts'
import type { RootData } from './base/root-data.server.ts'
import { SPECULATION_RULES } from './speculation-rules.ts'

const HEAD_SCRIPT = [MARK_MEMBER, MARK_SCHEME, MARK_WANTED_FORMAT, KEEP_PRESS + LET_TRANSITIONS_FAIL].join(
  ';',
)
// Only pages that ask for the age have MARK_AGE, and those of an experiment its script; the policy is the same for all.
const FIXED_SCRIPTS = [HEAD_SCRIPT, SPECULATION_RULES, ISLANDS.first, ISLANDS.experiment, MARK_AGE]

export interface DocumentParts {
  root: RootData
  tags: readonly MetaDescriptor[]
  body: string
  operators: HeadScripts | null
  /** Data of the page for its scripts, as `data-*` of the body. */
  data: Record<string, string>
  /** Those beside the style sheet of all pages. */
  styles?: readonly StyleSheet[]
}

/** A whole document. Its scripts are the same for every page, so that their hashes never change. */
export function writeDocument({ root, tags, body, operators, data, styles }: DocumentParts): string {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeText(value)}"`)
  const isWide = needsWideArabic(body)
  const isPart = body.includes(` ${EXPERIMENT_MARK}="`)
  const extra = operators ? `<meta name="${HEAD_SCRIPTS_MARK}">${operators.html}` : ''
  return (
    `<!DOCTYPE html><html lang="${root.language}" dir="${root.direction}" data-format="${root.priceFormat}" data-formats="${ISLANDS.odds}"${isWide ? ' data-letters="wide"' : ''}><head>` +
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<style>${FOLLOW_BY_TRANSITION}</style><script>${HEAD_SCRIPT}</script>` +
    tags.map(writeTag).join('') +
    fontsOf(root.direction, body, isWide)
      .map((href) => `<link rel="preload" href="${href}" as="font" crossorigin>`)
      .join('') +
    `<link rel="sitemap" type="application/xml" href="${escapeText(root.origin + sitemapPath())}">` +
    `<link rel="icon" href="${escapeText(root.faviconUrl || '/favicon.svg')}">` +
    `<link rel="apple-touch-icon" href="${escapeText(root.faviconUrl || '/icon-192.png')}">` +
    `<link rel="manifest" href="${manifestPath(root.language)}">` +
    // A page of 10 KB arrives with the first packets: painted in pieces, it would be laid out several times.
    '<link rel="expect" href="#end" blocking="render">' +
    // For browsers that do not wait: nothing is seen before the visitor's variant.
    (isPart ? `<style id="${HIDE_EXPERIMENT_ID}">${HIDE_EXPERIMENT}</style>` : '') +
    stylesOf(styles)
      .map((href) => `<link rel="stylesheet" href="${href}">`)
      .join('') +
    `<noscript><link rel="stylesheet" href="${MORE_FONTS}"></noscript>` +
    `<style id="theme">${themeOf(root.theme, body)}</style>` +
    `<script type="speculationrules">${SPECULATION_RULES}</script>` +
    `<script type="module" fetchpriority="low" src="${ISLANDS.start}"></script>${extra}</head>` +
    `<body${attributes.join('')}>${body}` +
    (isPart ? `<script id="experiment">${ISLANDS.experiment}</script>` : '') +
    `<script id="end">${ISLANDS.first}</script></body></html>`
  )
}

/** Without the colours of promotions where there are none. */
function themeOf(theme: string, body: string): string {
  if (body.includes('promotion-card')) return theme
  return theme
    .replace(/(\[data-scheme=\w+\] )?\.promotion-card\{[^}]*\}/g, '')
    .replace(/;?--promotion-card-background:[^;}]*/g, '')
}

/** The policy of a document: the site's fixed scripts, and the operator's. */
export function documentPolicy(https: Https, operators: HeadScripts | null): string {
  if (!operators) {
    plainPolicies[String(https)] ??= contentSecurityPolicy(FIXED_SCRIPTS, https)
    return plainPolicies[String(https)] as string
  }
  const all = [...FIXED_SCRIPTS, ...inlineScripts(operators.html)]
  return contentSecurityPolicy(all, https, operators.origins)
}

const plainPolicies: Record<string, string> = {}

/** A tag of the head, as the framework's `meta` describes them. */
function writeTag(tag: MetaDescriptor): string {
  if ('title' in tag && !('tagName' in tag)) return `<title>${escapeText(String(tag.title))}</title>`
  if ('script:ld+json' in tag)
    return `<script type="application/ld+json">${JSON.stringify(tag['script:ld+json']).replaceAll('<', '\\u003c')}</script>`
  const { tagName = 'meta', ...attributes } = tag as Record<string, string>
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name.toLowerCase()}="${escapeText(value)}"`,
  )
  return `<${tagName}${written.join('')}>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeText(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign) : text
}
