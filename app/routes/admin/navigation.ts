import {
  BellRing,
  Boxes,
  CalendarClock,
  ChartColumn,
  DatabaseZap,
  Eraser,
  Flag,
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
  Trophy,
  Type,
} from 'lucide-react'

interface Entry {
  to: string
  text: `menu.${string}` & keyof typeof import('../../../locales/en/admin.json')
  icon: LucideIcon
  /** Begins a group of its own. */
  apart?: boolean
}

/** The menu in its order. */
export const NAVIGATION: readonly Entry[] = [
  { to: '/admin', text: 'menu.dashboard', icon: LayoutDashboard },
  { to: '/admin/import', text: 'menu.import', icon: Import },
  { to: '/admin/remove', text: 'menu.remove', icon: Eraser },
  { to: '/admin/sports', text: 'menu.sports', icon: Trophy },
  { to: '/admin/countries', text: 'menu.countries', icon: Flag },
  { to: '/admin/leagues', text: 'menu.leagues', icon: ShieldHalf },
  { to: '/admin/matches', text: 'menu.matches', icon: Swords },
  { to: '/admin/data-mapping', text: 'menu.data-mapping', icon: Boxes },
  { to: '/admin/affiliate-buttons', text: 'menu.affiliate-buttons', icon: Link2 },
  { to: '/admin/promotions', text: 'menu.promotions', icon: Megaphone },
  { to: '/admin/audiences', text: 'menu.audiences', icon: Globe },
  { to: '/admin/match-content', text: 'menu.match-content', icon: NotebookText },
  { to: '/admin/languages', text: 'menu.languages', icon: Languages },
  { to: '/admin/translations', text: 'menu.translations', icon: Type },
  { to: '/admin/settings', text: 'menu.settings', icon: Settings },
  { to: '/admin/clicks', text: 'menu.clicks', icon: MousePointerClick, apart: true },
  { to: '/admin/review', text: 'menu.review', icon: GitMerge },
  { to: '/admin/sources', text: 'menu.sources', icon: DatabaseZap },
  { to: '/admin/schedules', text: 'menu.schedules', icon: CalendarClock },
  { to: '/admin/alerts', text: 'menu.alerts', icon: BellRing },
  { to: '/admin/bookmakers', text: 'menu.bookmakers', icon: ChartColumn },
  { to: '/admin/sign-ins', text: 'menu.sign-ins', icon: KeyRound },
  { to: '/admin/history', text: 'menu.history', icon: History },
]

/** The entry of a screen's address; undefined for other addresses. */
export function entryOf(pathname: string): Entry | undefined {
  return NAVIGATION.find(({ to }) => pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`)))
}
