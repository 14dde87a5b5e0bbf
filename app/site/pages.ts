import type { Page } from './base/page.ts'
import { country } from './pages/country.tsx'
import { droppingOdds } from './pages/dropping-odds.tsx'
import { home } from './pages/home.tsx'
import { league } from './pages/league.tsx'
import { match } from './pages/match.tsx'
import { none } from './pages/none.tsx'
import { offline } from './pages/offline.tsx'
import { search } from './pages/search.tsx'
import { sport } from './pages/sport.tsx'
import { sureBets } from './pages/sure-bets.tsx'
import { tools } from './pages/tools.tsx'
import { yourCountry } from './pages/your-country.tsx'
import type { PageName } from './routes.ts'

/** Every page of the site. */
export const PAGES: Record<PageName, Page> = {
  home,
  search,
  offline,
  'your-country': yourCountry,
  'dropping-odds': droppingOdds,
  'sure-bets': sureBets,
  tools,
  sport,
  country,
  league,
  match,
  'match-by-id': match,
  none,
}
