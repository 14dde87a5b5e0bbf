/**
 * Draws `app/ui/marks.svg`, the sprite of the public pages: icons (Lucide's, ISC), marks for bookmakers and patterns
 * for crests. Run it after a change of this file: `node scripts/draw-marks.ts`.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '..')

/** Names in the sprite, and Lucide's. */
const ICONS: Record<string, string> = {
  menu: 'menu',
  close: 'x',
  home: 'house',
  search: 'search',
  star: 'star',
  heart: 'heart',
  wheel: 'ferris-wheel',
  gift: 'gift',
  globe: 'globe',
  down: 'chevron-down',
  prev: 'chevron-left',
  next: 'chevron-right',
  out: 'arrow-up-right',
  check: 'check',
  won: 'circle-check',
  in: 'log-in',
  up: 'user-plus',
  user: 'circle-user-round',
  clock: 'clock',
  pause: 'pause',
  play: 'play',
  sort: 'arrow-down',
  sure: 'badge-check',
  drop: 'trending-down',
  tools: 'calculator',
  trophy: 'trophy',
  volleyball: 'volleyball',
  esports: 'gamepad-2',
  swords: 'swords',
  target: 'target',
  bell: 'bell',
  ticket: 'ticket',
}

const BALL = 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z'
const OVAL = 'M4 20c-1.2-7 1.5-15 16-16c1.2 7-1.5 15-16 16z'

/** Sports without an icon in the library, 24 by 24. */
const SPORTS: Record<string, string> = {
  'american-football': `${OVAL}M9 15l6-6M10 11.5l2.5 2.5M12 9.5l2.5 2.5`,
  baseball: `${BALL}M6.2 5.4c2.6 3.8 2.6 9.4 0 13.2M17.8 5.4c-2.6 3.8-2.6 9.4 0 13.2M6.6 9.5h2.6M6.6 14.5h2.6M14.8 9.5h2.6M14.8 14.5h2.6`,
  basketball: `${BALL}M3 12h18M12 3v18M5.7 5.7c3.4 3.4 3.4 9.2 0 12.6M18.3 5.7c-3.4 3.4-3.4 9.2 0 12.6`,
  handball: `${BALL}M12 3c-2.2 3-2.2 6 0 9s2.2 6 0 9M3.4 9.6c3.4-1.2 6-.2 8.6 2.4s5.2 3.6 8.6 2.4`,
  'ice-hockey': 'M6 3l6.2 14H18a2 2 0 0 1 0 4h-8.4L4 6.5M15 13h5',
  'rugby-union': `${OVAL}M3.7 14.5l5.8 5.8M14.5 3.7l5.8 5.8`,
  soccer: `${BALL}M12 8l3.8 2.8l-1.5 4.4H9.7l-1.5-4.4zM12 8V3M15.8 10.8l4.7-1M14.3 15.2l2.9 4.1M9.7 15.2l-2.9 4.1M8.2 10.8l-4.7-1`,
  tennis: `${BALL}M5.3 6.2c3.4 3 3.4 8.6 0 11.6M18.7 6.2c-3.4 3-3.4 8.6 0 11.6`,
}

/** 18 by 20: the shape over the first colour (`color`), in the second (`fill`). */
const CRESTS = [
  '<circle cx="9" cy="9" r="3.5"/>',
  '<path d="M9 0h9v20H9z"/>',
  '<path d="M3 0h3v20H3zM9 0h3v20H9zM15 0h3v20h-3z"/>',
  '<path d="M0 3h18v3.5H0zM0 10h18v3.5H0z"/>',
  '<path d="M7 0h4v20H7zM0 7h18v4H0z"/>',
  '<path d="M0 0h6l12 15v5h-4L0 4z"/>',
  '<path d="M0 0h18v7H0z"/>',
  '<path d="M9 0h9v10H9zM0 10h9v10H0z"/>',
  '<path d="M0 5l9 6 9-6v5l-9 6-9-6z"/>',
  '<path d="M9 2l6 8-6 8-6-8z"/>',
  '<path d="M6 0h6v20H6z"/>',
  '<path d="M0 0h5l4 6 4-6h5l-6 9 6 9v2h-4l-5-8-5 8H0v-2l6-9z"/>',
]

/** 24 by 24: a dark background and one light figure. Each figure is drawn on four backgrounds. */
const MARKS: [ground: string, light: string, figure: string][] = [
  ['#1d3461', '#ffd166', '<path d="M6 13a6 6 0 0 1 12 0zM5 15h14v2H5z"/>'],
  ['#3b2667', '#c9b6ff', '<path d="M4 6l8 3 8-3-8 13z"/>'],
  ['#0f4c5c', '#7fe7e0', '<path d="M4 8q4-4 8 0t8 0v3q-4 4-8 0t-8 0zM4 14q4-4 8 0t8 0v3q-4 4-8 0t-8 0z"/>'],
  [
    '#5f3b00',
    '#ffd24a',
    '<path d="M12 4l2.4 4.6 5.1.8-3.6 3.7.8 5.2-4.7-2.3-4.7 2.3.8-5.2-3.6-3.7 5.1-.8z"/>',
  ],
  ['#5b1a1a', '#ffb4a2', '<path d="M12 4a6 6 0 0 1 6 6c0 5-6 10-6 10S6 15 6 10a6 6 0 0 1 6-6z"/>'],
  ['#1f4d2b', '#a8f0b8', '<path d="M5 19C5 10 10 5 19 5c0 9-5 14-14 14z"/>'],
  ['#2b2d6e', '#b7bcff', '<path d="M6 19V9l6-4 6 4v10h-4v-6h-4v6z"/>'],
  ['#37474f', '#eceff1', '<path d="M5 17l4-10 3 6 3-6 4 10h-3l-1.500-4-2.500 4-2.500-4L8 17z"/>'],
  ['#4a1942', '#ff9ecb', '<path d="M12 5a7 7 0 1 0 7 7h-3.500A3.500 3.500 0 1 1 12 8.500z"/>'],
  ['#14532d', '#d9f99d', '<path d="M12 4l7 4v8l-7 4-7-4V8zm0 4l-3.500 2v4l3.500 2 3.500-2v-4z"/>'],
  ['#7c2d12', '#fed7aa', '<path d="M4 14c4-8 12-8 16-2-4-1-6 0-7 2s-5 4-9 0z"/>'],
  ['#134e4a', '#99f6e4', '<path d="M7 5h3v14H7zM14 5h3v14h-3z"/>'],
  ['#312e81', '#fde68a', '<path d="M13 3L5 13h5l-2 8 9-11h-5z"/>'],
  ['#1e293b', '#93c5fd', '<path d="M4 12l8-7 8 7-8 7zm4 0l4 3.500 4-3.500L12 8.500z"/>'],
  ['#3f2d0c', '#facc15', '<path d="M5 17V8l3.500 3L12 6l3.500 5L19 8v9z"/>'],
  ['#4c0519', '#fda4af', '<path d="M5 6h14l-4 6 4 6H5l4-6z"/>'],
]

/** The number of backgrounds of each figure. */
const GROUNDS = 4

/** The site's own mark, until the operator sets a logo. */
const SITE = '<path d="M5 17V8h3v9zM10.5 17V5h3v12zM16 17v-6h3v6z"/>'

async function readIcon(name: string): Promise<string> {
  const file = path.join(root, 'node_modules/lucide-react/dist/esm/icons', `${name}.mjs`)
  const { __iconData } = (await import(pathToFileURL(file).href)) as {
    __iconData: { node: [string, Record<string, string>][] }
  }
  return __iconData.node
    .map(([tag, { key: _, ...attributes }]) => {
      const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
      return `<${tag}${written.join('')}/>`
    })
    .join('')
}

const symbol = (id: string, box: string, content: string) =>
  `<symbol id="${id}" viewBox="0 0 ${box}">${content}</symbol>`
const icons = await Promise.all(
  Object.entries(ICONS).map(async ([name, from]) => symbol(name, '24 24', await readIcon(from))),
)
const sprite = [
  ...icons,
  symbol('site', '24 24', SITE),
  ...Object.entries(SPORTS).map(([name, d]) => symbol(name, '24 24', `<path d="${d}"/>`)),
  ...CRESTS.map((shapes, at) =>
    symbol(`c${at}`, '18 20', `<path fill="currentColor" d="M0 0h18v20H0z"/>${shapes}`),
  ),
  ...Array.from({ length: GROUNDS }, (_, round) =>
    MARKS.map(([, , figure], at) => {
      const [ground, light] = MARKS[(at + 5 * round) % MARKS.length] ?? []
      return symbol(
        `k${at + round * MARKS.length}`,
        '24 24',
        `<path fill="${ground}" d="M0 0h24v24H0z"/><g fill="${light}" fill-rule="evenodd">${figure}</g>`,
      )
    }),
  ).flat(),
].join('\n')
writeFileSync(
  path.join(root, 'app/ui/marks.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg">\n${sprite}\n</svg>\n`,
)
