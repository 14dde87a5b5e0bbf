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

interface Entry {
  to: string
  text: `menu.${string}` & keyof typeof import('../../../locales/en/admin.json')
  /** What a reader must be allowed to read. */
  part: Part
  icon: LucideIcon
  /** Begins a group of its own. */
  apart?: boolean
}

/** The menu in its order. */
export const NAVIGATION: readonly Entry[] = [
  { to: '/admin', text: 'menu.dashboard', part: 'dashboard', icon: LayoutDashboard },
  { to: '/admin/import', text: 'menu.import', part: 'imports', icon: Import },
  { to: '/admin/remove', text: 'menu.remove', part: 'imports', icon: Eraser },
  { to: '/admin/sports', text: 'menu.sports', part: 'catalogue', icon: Trophy },
  { to: '/admin/countries', text: 'menu.countries', part: 'catalogue', icon: Flag },
  { to: '/admin/leagues', text: 'menu.leagues', part: 'catalogue', icon: ShieldHalf },
  { to: '/admin/matches', text: 'menu.matches', part: 'matches', icon: Swords },
  { to: '/admin/data-mapping', text: 'menu.data-mapping', part: 'matching', icon: Boxes },
  { to: '/admin/affiliate-buttons', text: 'menu.affiliate-buttons', part: 'links', icon: Link2 },
  { to: '/admin/promotions', text: 'menu.promotions', part: 'promotions', icon: Megaphone },
  { to: '/admin/match-content', text: 'menu.match-content', part: 'texts', icon: NotebookText },
  { to: '/admin/languages', text: 'menu.languages', part: 'languages', icon: Languages },
  { to: '/admin/translations', text: 'menu.translations', part: 'texts', icon: Type },
  { to: '/admin/settings', text: 'menu.settings', part: 'settings', icon: Settings },
  { to: '/admin/pages', text: 'menu.pages', part: 'pages', icon: FileText, apart: true },
  { to: '/admin/clicks', text: 'menu.clicks', part: 'clicks', icon: MousePointerClick },
  { to: '/admin/earnings', text: 'menu.earnings', part: 'earnings', icon: Coins },
  { to: '/admin/experiments', text: 'menu.experiments', part: 'links', icon: FlaskConical },
  { to: '/admin/review', text: 'menu.review', part: 'matching', icon: GitMerge },
  { to: '/admin/sources', text: 'menu.sources', part: 'feeds', icon: DatabaseZap },
  { to: '/admin/schedules', text: 'menu.schedules', part: 'feeds', icon: CalendarClock },
  { to: '/admin/alerts', text: 'menu.alerts', part: 'alerts', icon: BellRing },
  { to: '/admin/bookmakers', text: 'menu.bookmakers', part: 'bookmakers', icon: ChartColumn },
  { to: '/admin/bulk-edit', text: 'menu.bulk-edit', part: 'catalogue', icon: TableProperties },
  { to: '/admin/audiences', text: 'menu.audiences', part: 'audiences', icon: Globe },
  { to: '/admin/api', text: 'menu.api', part: 'api', icon: Braces },
  { to: '/admin/webhooks', text: 'menu.webhooks', part: 'api', icon: Webhook },
  { to: '/admin/people', text: 'menu.people', part: 'people', icon: Users },
  { to: '/admin/sign-ins', text: 'menu.sign-ins', part: 'people', icon: KeyRound },
  { to: '/admin/history', text: 'menu.history', part: 'history', icon: History },
]

/** The entry of a screen's address; undefined for other addresses. */
export function entryOf(pathname: string): Entry | undefined {
  return NAVIGATION.find(({ to }) => pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`)))
}
