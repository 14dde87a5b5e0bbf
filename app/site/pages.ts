import type { Page } from './base/page.ts'
import { api } from './pages/api.tsx'
import { bookmaker } from './pages/bookmaker.tsx'
import { bookmakers } from './pages/bookmakers.tsx'
import { country } from './pages/country.tsx'
import { coupon } from './pages/coupon.tsx'
import { droppingOdds } from './pages/dropping-odds.tsx'
import { home } from './pages/home.tsx'
import { league } from './pages/league.tsx'
import { leagueOdds } from './pages/league-odds.tsx'
import { match } from './pages/match.tsx'
import { none } from './pages/none.tsx'
import { offline } from './pages/offline.tsx'
import { operatorPage } from './pages/operator-page.tsx'
import { outright } from './pages/outright.tsx'
import { results } from './pages/results.tsx'
import { search } from './pages/search.tsx'
import { sport } from './pages/sport.tsx'
import { standings } from './pages/standings.tsx'
import { sureBets } from './pages/sure-bets.tsx'
import { team } from './pages/team.tsx'
import { tool } from './pages/tool.tsx'
import { tools } from './pages/tools.tsx'
import { value } from './pages/value.tsx'
import { valueRecord } from './pages/value-record.tsx'
import { widgets } from './pages/widgets.tsx'
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
  bookmakers,
  bookmaker,
  value,
  'value-record': valueRecord,
  coupon,
  tools,
  tool,
  api,
  widgets,
  'operator-page': operatorPage,
  sport,
  country,
  league,
  standings,
  results,
  'league-odds': leagueOdds,
  team,
  match,
  outright,
  'match-by-id': match,
  none,
}
