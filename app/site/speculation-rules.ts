const APART = ['/go/*', '/admin*', '/api/*', '/resources/*', '/media/*']
/** With or without a language before them. */
const SCREENS = ['login', 'register', 'reset-password', 'profile', 'invitation'].map((name) => `/*${name}`)

/**
 * The links that a browser can prefetch on hover: pages of the site. Not outbound links, which are counted, or personal
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
