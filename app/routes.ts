import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/**
 * Every address of the site. Links are built by `app/platform/paths.ts`, which mirrors this map and is tested against it.
 * An address without a language prefix reaches the same routes and is redirected by the site's middleware.
 */
export default [
  index('routes/site/root-redirect.ts'),
  route('go/:target/:id', 'routes/resources/outbound.ts'),
  route('resources/me', 'routes/resources/me.ts'),
  route('resources/countries/:lang/:sport', 'routes/resources/countries.ts'),
  route('robots.txt', 'routes/seo/robots.ts'),
  route('sitemap.xml', 'routes/seo/sitemap-index.ts'),
  route('sitemaps/:file', 'routes/seo/sitemap-file.ts'),
  route('resources/favourites', 'routes/resources/favourites.ts'),
  route('resources/search', 'routes/resources/search.ts'),
  route('resources/favourites/:leagueId', 'routes/resources/favourite.ts'),
  route('resources/username', 'routes/resources/username.ts'),
  route('resources/my-data', 'routes/resources/my-data.ts'),
  route('resources/sign-out', 'routes/resources/sign-out.ts'),
  route(':lang', 'routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    route('search', 'routes/site/search.tsx'),
    layout('routes/account/layout.tsx', [
      route('login', 'routes/account/login.tsx'),
      route('register', 'routes/account/register.tsx'),
      route('reset-password', 'routes/account/reset-password.tsx'),
      route('profile', 'routes/account/profile.tsx'),
    ]),
    route(':sport', 'routes/site/sport.tsx'),
    route(':sport/:country', 'routes/site/country.tsx'),
    route(':sport/:country/:league', 'routes/site/league.tsx'),
    route(':sport/:country/:league/:match', 'routes/site/match.tsx'),
    route(':sport/:country/:league/:matchId/:match', 'routes/site/match.tsx', { id: 'match-by-id' }),
    route('*', 'routes/site/not-found.tsx'),
  ]),
] satisfies RouteConfig
