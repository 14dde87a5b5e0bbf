const APART = ['/go/*', '/admin*', '/api/*', '/resources/*', '/media/*']
const SCREENS = ['login', 'register', 'reset-password', 'profile'].flatMap((name) => [
  `/${name}`,
  `/*/${name}`,
])

/**
 * Which links a browser may follow ahead, once a visitor points at them: pages of the site. Never ways out, which are
 * counted, nor what is a visitor's own; tabs and filters are fetched by the page itself.
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
