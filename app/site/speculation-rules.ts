const APART = ['/go/*', '/admin*', '/api/*', '/resources/*', '/media/*', '/feeds/*']
/** With or without a language before them. Each page contains this list, so it is short. */
const SCREENS = [
  ...[
    'login',
    'register',
    'reset-password',
    'profile',
    'invitation',
    'my-page',
    'alerts',
    'new-alert',
    'new-bet',
  ].map((name) => `/*${name}`),
  // Not the sure bets.
  '{/*}?/bets',
]

/**
 * The links that a browser can prefetch on hover: pages of the site. Not outbound links, which are counted, feeds, or personal
 * pages; tabs and filters are fetched by the page itself.
 */
export const SPECULATION_RULES = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: [...APART, ...SCREENS] } },
          { not: { selector_matches: '[target],[rel~=nofollow],[hreflang],[data-swap],.formats a' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})
