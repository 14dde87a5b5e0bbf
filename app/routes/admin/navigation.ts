import {
  BellRing,
  Boxes,
  Braces,
  CalendarClock,
  ChartColumn,
  Coins,
  DatabaseZap,
  Eraser,
  FileText,
  Flag,
  FlaskConical,
  GitMerge,
  Globe,
  History,
  Import,
  KeyRound,
  Languages,
  LayoutDashboard,
  Link2,
  type LucideIcon,
  Megaphone,
  MousePointerClick,
  NotebookText,
  Settings,
  ShieldHalf,
  Swords,
  TableProperties,
  Trophy,
  Type,
  Users,
  Webhook,
} from 'lucide-react'
import type { Part } from '#app/features/accounts/permissions.ts'
import { fold } from '#app/features/names/fold.ts'
import type { AdminKey } from '#app/platform/i18n/text-of-key.ts'

/** The groups of the menu in their order: what an operator is about. */
export const MENU_GROUPS = ['odds', 'catalogue', 'business', 'site', 'operation'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

export interface Entry {
  to: string
  text: `menu.${string}` & AdminKey
  /** What a reader must be allowed to read. */
  part: Part
  icon: LucideIcon
  /** Null: above the groups. */
  group: MenuGroup | null
}

const ofGroup = (group: MenuGroup, entries: readonly Omit<Entry, 'group'>[]): Entry[] =>
  entries.map((entry) => ({ ...entry, group }))

/** The menu in its order. */
export const NAVIGATION: readonly Entry[] = [
  { to: '/admin', text: 'menu.dashboard', part: 'dashboard', icon: LayoutDashboard, group: null },
  ...ofGroup('odds', [
    { to: '/admin/sources', text: 'menu.sources', part: 'feeds', icon: DatabaseZap },
    { to: '/admin/schedules', text: 'menu.schedules', part: 'feeds', icon: CalendarClock },
    { to: '/admin/import', text: 'menu.import', part: 'imports', icon: Import },
    { to: '/admin/remove', text: 'menu.remove', part: 'imports', icon: Eraser },
    { to: '/admin/review', text: 'menu.review', part: 'matching', icon: GitMerge },
  ]),
  ...ofGroup('catalogue', [
    { to: '/admin/sports', text: 'menu.sports', part: 'catalogue', icon: Trophy },
    { to: '/admin/countries', text: 'menu.countries', part: 'catalogue', icon: Flag },
    { to: '/admin/leagues', text: 'menu.leagues', part: 'catalogue', icon: ShieldHalf },
    { to: '/admin/matches', text: 'menu.matches', part: 'matches', icon: Swords },
    { to: '/admin/data-mapping', text: 'menu.data-mapping', part: 'matching', icon: Boxes },
    { to: '/admin/bookmakers', text: 'menu.bookmakers', part: 'bookmakers', icon: ChartColumn },
    { to: '/admin/bulk-edit', text: 'menu.bulk-edit', part: 'catalogue', icon: TableProperties },
  ]),
  ...ofGroup('business', [
    { to: '/admin/affiliate-buttons', text: 'menu.affiliate-buttons', part: 'links', icon: Link2 },
    { to: '/admin/promotions', text: 'menu.promotions', part: 'promotions', icon: Megaphone },
    { to: '/admin/clicks', text: 'menu.clicks', part: 'clicks', icon: MousePointerClick },
    { to: '/admin/earnings', text: 'menu.earnings', part: 'earnings', icon: Coins },
    { to: '/admin/experiments', text: 'menu.experiments', part: 'links', icon: FlaskConical },
    { to: '/admin/audiences', text: 'menu.audiences', part: 'audiences', icon: Globe },
  ]),
  ...ofGroup('site', [
    { to: '/admin/match-content', text: 'menu.match-content', part: 'texts', icon: NotebookText },
    { to: '/admin/languages', text: 'menu.languages', part: 'languages', icon: Languages },
    { to: '/admin/translations', text: 'menu.translations', part: 'texts', icon: Type },
    { to: '/admin/pages', text: 'menu.pages', part: 'pages', icon: FileText },
    { to: '/admin/settings', text: 'menu.settings', part: 'settings', icon: Settings },
  ]),
  ...ofGroup('operation', [
    { to: '/admin/alerts', text: 'menu.alerts', part: 'alerts', icon: BellRing },
    { to: '/admin/people', text: 'menu.people', part: 'people', icon: Users },
    { to: '/admin/sign-ins', text: 'menu.sign-ins', part: 'people', icon: KeyRound },
    { to: '/admin/history', text: 'menu.history', part: 'history', icon: History },
    { to: '/admin/api', text: 'menu.api', part: 'api', icon: Braces },
    { to: '/admin/webhooks', text: 'menu.webhooks', part: 'api', icon: Webhook },
  ]),
]

/** The entry of a screen's address; undefined for other addresses. */
export function entryOf(pathname: string): Entry | undefined {
  return NAVIGATION.find(({ to }) => pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`)))
}

/**
 * The entries that a search finds: each of its words begins a word of the entry, or of its group.
 * @param nameOf the text of an entry with that of its group
 */
export function searchEntries(
  entries: readonly Entry[],
  search: string,
  nameOf: (entry: Entry) => string,
): Entry[] {
  const words = fold(search).split(' ')
  return entries.filter((entry) => {
    const known = ` ${fold(nameOf(entry))}`
    return words.every((word) => known.includes(` ${word}`) || (word.length > 2 && known.includes(word)))
  })
}
