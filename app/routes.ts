import { index, type RouteConfig, route } from '@react-router/dev/routes'

/**
 * Every address of the site. Links are built by `app/platform/paths.ts`, which mirrors this map and is tested against it.
 * An address without a language prefix reaches the same routes and is redirected by the site's middleware.
 */
export default [
  index('routes/site/root-redirect.ts'),
  route('resources/me', 'routes/resources/me.ts'),
  route('resources/countries/:lang/:sport', 'routes/resources/countries.ts'),
  route('robots.txt', 'routes/seo/robots.ts'),
  route('sitemap.xml', 'routes/seo/sitemap-index.ts'),
  route('sitemaps/:file', 'routes/seo/sitemap-file.ts'),
  route('resources/favourites', 'routes/resources/favourites.ts'),
  route('resources/search', 'routes/resources/search.ts'),
  route(':lang', 'routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    route('search', 'routes/site/search.tsx'),
    route(':sport', 'routes/site/sport.tsx'),
    route(':sport/:country', 'routes/site/country.tsx'),
    route(':sport/:country/:league', 'routes/site/league.tsx'),
    route(':sport/:country/:league/:match', 'routes/site/match.tsx'),
    route(':sport/:country/:league/:matchId/:match', 'routes/site/match.tsx', { id: 'match-by-id' }),
    route('*', 'routes/site/not-found.tsx'),
  ]),
] satisfies RouteConfig
