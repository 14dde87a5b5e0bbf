import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrastRatio, mixColours, parseHex, readableOn, withOpacity } from './colour.ts'
import { DEFAULT_COLOURS, LIGHT_PRESET } from './default-colours.ts'
import { contrastWarnings, gradient, type ThemeSettings, themeCss } from './rules.ts'

const names = [
  'background',
  'sidebar',
  'sidebar_menu',
  'header',
  'footer',
  'matchcard',
  'promotion_card',
] as const

function settings(values: Partial<Record<keyof ThemeSettings, unknown>> = {}): ThemeSettings {
  const gradients = names.map((name) => ({
    [`${name}_gradient_enabled`]: false,
    [`${name}_gradient_start_color`]: '#0a1716',
    [`${name}_gradient_end_color`]: '#1a2726',
    [`${name}_gradient_angle`]: 135,
    [`${name}_gradient_start_opacity`]: 1,
    [`${name}_gradient_end_opacity`]: 1,
  }))
  return Object.assign(
    {
      header_background_enabled: false,
      sidebar_background_enabled: true,
      footer_background_enabled: true,
      visitor_schemes: false,
    },
    DEFAULT_COLOURS,
    ...gradients,
    values,
  ) as ThemeSettings
}

const propertyOf = (css: string, name: string) => new RegExp(`--${name}:([^;}]*)`).exec(css)?.[1] ?? ''

describe('themeCss', () => {
  it('writes the operator’s colours into the document', () => {
    const css = themeCss(settings({ card_background_color: '#ABC', background_color: '#101010' }))
    expect(propertyOf(css, 'card-background')).toBe('#aabbcc')
    expect(propertyOf(css, 'background')).toBe('#101010')
    expect(propertyOf(css, 'color-scheme')).toBe('dark')
  })

  it.each([
    'red;}body{display:none',
    '#12',
    'url(https://evil.example)',
    '</style><script>alert(1)</script>',
    '',
    null,
  ])('accepts only hexadecimal colours: %j', (background_color) => {
    const css = themeCss(settings({ background_color }))
    expect(propertyOf(css, 'background')).toBe(DEFAULT_COLOURS.background_color)
    expect(css).not.toContain('<')
  })

  it.each([
    ['dark', {}],
    ['light', LIGHT_PRESET],
  ])('keeps text readable on every background of the %s preset', (_name, preset) => {
    const css = themeCss(settings(preset))
    const grounds = [
      'background',
      'background-light',
      'card-background',
      'card-hover',
      'container-background',
    ]
    for (const text of [
      'text-heading',
      'text-body',
      'text-muted',
      'link',
      'status-live',
      'danger',
      'warning',
    ]) {
      for (const ground of grounds) {
        expect(
          contrastRatio(propertyOf(css, text), propertyOf(css, ground)),
          `${text} on ${ground}`,
        ).toBeGreaterThanOrEqual(4.5)
      }
    }
    expect(
      contrastRatio(propertyOf(css, 'button-text'), propertyOf(css, 'button-background')),
    ).toBeGreaterThanOrEqual(4.5)
    const sidebar = propertyOf(css, 'sidebar-background')
    expect(contrastRatio(propertyOf(css, 'text-body'), sidebar)).toBeGreaterThanOrEqual(4.5)
  })

  it.each([
    ['of the light preset', LIGHT_PRESET],
    [
      'that it has shaded',
      {
        ...LIGHT_PRESET,
        text_heading_color: '#ffff00',
        text_body_color: '#ffff00',
        primary_color: '#ffff00',
      },
    ],
  ])('keeps texts readable on what the style sheets mix from colours %s', (_name, values) => {
    const css = themeCss(settings(values))
    const [card, heading, accent] = ['card-background', 'text-heading', 'accent-text'].map((name) =>
      propertyOf(css, name),
    ) as [string, string, string]
    const raised = mixColours(card, heading, 0.12)
    expect(contrastRatio(heading, raised)).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(propertyOf(css, 'text-body'), raised)).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(accent, mixColours(card, accent, 0.11))).toBeGreaterThanOrEqual(4.5)
  })

  it('gives a part with the operator’s own background shades that are readable on it', () => {
    const ground = '#ffe9c7'
    const css = themeCss(settings({ sidebar_background_color: ground }))
    const own = css.slice(css.indexOf('.sidebar{'))
    expect(contrastRatio(propertyOf(css, 'text-body'), ground)).toBeLessThan(4.5)
    for (const surface of [ground, propertyOf(own, 'card-hover')]) {
      expect(contrastRatio(propertyOf(own, 'text-muted'), surface)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each([
    ['footer', 'footer_background_color', ':root{', 'footer-text'],
    ['matchcard', 'card_background_color', '.match-card{', 'text-body'],
    ['promotion_card', 'card_background_color', '.promotion-card{', 'text-body'],
  ])('judges the %s’s gradient over the page below it', (name, ground, zone, text) => {
    const css = themeCss(
      settings({
        [ground]: '#ffffff',
        [`${name}_gradient_enabled`]: true,
        [`${name}_gradient_start_opacity`]: 0.1,
        [`${name}_gradient_end_opacity`]: 0.1,
      }),
    )
    const own = css.includes(zone) ? css.slice(css.indexOf(zone)) : css
    const page = propertyOf(css, 'background')
    expect(contrastRatio(propertyOf(own, text) || propertyOf(css, text), page)).toBeGreaterThanOrEqual(4.5)
  })

  it('fades the gradient of a new promotion into a light page, until other colours are chosen', () => {
    const light = {
      ...LIGHT_PRESET,
      promotion_card_gradient_enabled: true,
      promotion_card_gradient_start_color: '#00ff95',
      promotion_card_gradient_end_color: '#0a1716',
    }
    const endOf = (values: object) => propertyOf(themeCss(settings(values)), 'promotion-card-background')
    expect(endOf(light)).toContain('#f8fafcff)')
    expect(endOf({ ...light, promotion_card_gradient_end_color: '#123456' })).toContain('#123456ff)')
  })

  it('keeps text on a selected item readable', () => {
    expect(propertyOf(themeCss(settings(LIGHT_PRESET)), 'selected-text')).toBe('#ffffff')
    const light = { ...LIGHT_PRESET, secondary_color: '#aaffdd', text_heading_color: '#eeeeee' }
    expect(propertyOf(themeCss(settings(light)), 'selected-text')).toBe('#000000')
  })

  it('omits the default dark gradient of the menu on a light page, until other colours are chosen', () => {
    const light = { ...LIGHT_PRESET, sidebar_menu_gradient_enabled: true }
    expect(propertyOf(themeCss(settings(light)), 'sidebar-menu-background')).toBe('')
    const own = themeCss(settings({ ...light, sidebar_menu_gradient_end_color: '#123456' }))
    expect(propertyOf(own, 'sidebar-menu-background')).toContain('#123456')
  })

  it('prefers a gradient to the plain colour, and writes nothing when both are off', () => {
    expect(propertyOf(themeCss(settings()), 'header-background')).toBe('')
    expect(propertyOf(themeCss(settings({ header_background_enabled: true })), 'header-background')).toBe(
      '#070e0d',
    )
    const css = themeCss(settings({ header_background_enabled: true, header_gradient_enabled: true }))
    expect(propertyOf(css, 'header-background')).toBe('linear-gradient(135deg,#0a1716ff,#1a2726ff),#070e0d')
  })
})

describe('gradient', () => {
  it('is that of the promotion card by default', () => {
    const look = settings({
      promotion_card_gradient_enabled: true,
      promotion_card_gradient_start_color: '#00ff95',
      promotion_card_gradient_end_color: '#0a1716',
      promotion_card_gradient_angle: 204,
      promotion_card_gradient_start_opacity: 0.35,
      promotion_card_gradient_end_opacity: 0.6,
    })
    expect(gradient(look, 'promotion_card')).toBe('linear-gradient(204deg,#00ff9559,#0a171699)')
  })
})

describe('colours', () => {
  it.each([
    [0, '00'],
    [0.35, '59'],
    [0.6, '99'],
    [1, 'ff'],
    [7, 'ff'],
    [-1, '00'],
  ])('writes opacity %d as %s', (opacity, digits) => {
    expect(withOpacity('#123456', opacity)).toBe(`#123456${digits}`)
  })

  it('has the contrasts of WCAG', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  it('finds a readable shade of any colour on any one background', () => {
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(hex, hex, (colour, ground) => {
        expect(contrastRatio(readableOn(colour, [ground]), ground)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('expands three digits', () => {
    expect(parseHex('#AbC')).toBe('#aabbcc')
  })
})

/** The properties of a selector's block, by name. */
function blockOf(css: string, selector: string): Record<string, string> {
  const text = css.split('}').find((block) => block.startsWith(`${selector}{`))
  const lines = text?.slice(selector.length + 1).split(';') ?? []
  return Object.fromEntries(lines.map((line) => line.slice(2).split(/:(.*)/, 2)))
}

describe('the sheet of a preset', () => {
  const written = {
    background: ['#0a1716', '#f8fafc'],
    'background-light': ['#1a2726', '#ffffff'],
    'text-heading': ['#ffffff', '#1e293b'],
    'text-body': ['#ffffff', '#334155'],
    'text-muted': ['#9ca3af', '#5f6e84'],
    selected: ['#0e4735', '#0e4735'],
    'container-background': ['#070e0d', '#ffffff'],
    'container-border': ['#1f2937', '#e2e8f0'],
    link: ['#00ff95', '#00804b'],
    'status-scheduled': ['#00ff95', '#00804b'],
    'promotion-star': ['#00ff95', '#009959'],
    'link-hover': ['#00e085', '#007b49'],
    'accent-text': ['#00ff95', '#007343'],
    icon: ['#9ca3af', '#858b95'],
    'icon-hover': ['#00e085', '#009d5d'],
    'icon-active': ['#00ff95', '#009959'],
    'focus-ring': ['#00ff95', '#009959'],
    'status-live': ['#f26969', '#cb3a3a'],
    danger: ['#f87171', '#b91c1c'],
    warning: ['#fbbf24', '#92400e'],
    'color-scheme': ['dark', 'light'],
    'sidebar-background': ['#0a1716', '#f1f3f4'],
    'footer-background': ['#070e0d', '#070e0d'],
    'header-background': [undefined, undefined],
    'page-background': [undefined, undefined],
  }

  it.each(Object.entries(written))('writes --%s as %j', (name, [dark, light]) => {
    expect(blockOf(themeCss(settings()), ':root')[name]).toBe(dark)
    expect(blockOf(themeCss(settings(LIGHT_PRESET)), ':root')[name]).toBe(light)
  })

  it('is made once for the same settings', () => {
    const own = { ...settings() }
    const sheet = themeCss(own)
    expect(themeCss(Object.assign(own, { background_color: '#ffffff' }))).toBe(sheet)
  })

  it('has blocks only for parts on which the page’s shades are not readable', () => {
    const selectors = (css: string) => [...css.matchAll(/(?:^|\})([^{}]+)\{/g)].map((match) => match[1])
    expect(selectors(themeCss(settings()))).toEqual([':root'])
    expect(selectors(themeCss(settings(LIGHT_PRESET)))).toEqual([':root', '.sidebar', '.sidebar-menu'])
    const header = { header_background_enabled: true, container_background_color: '#ffe9c7' }
    expect(selectors(themeCss(settings(header)))).toEqual([':root', '.site-header,.bottom-bar'])
  })

  it('gives every surface of such a part one colour, close to its background', () => {
    const surfaces = [
      'background',
      'background-light',
      'card-background',
      'card-hover',
      'container-background',
    ]
    const pale = blockOf(themeCss(settings({ sidebar_background_color: '#ffe9c7' })), '.sidebar')
    expect(surfaces.map((name) => pale[name])).toEqual(surfaces.map(() => '#f0dbbb'))
    const dark = { ...LIGHT_PRESET, sidebar_background_color: '#101010' }
    expect(blockOf(themeCss(settings(dark)), '.sidebar').background).toBe('#1e1e1e')
  })

  it('uses the middle of a gradient', () => {
    const menu = { sidebar_menu_gradient_enabled: true, sidebar_menu_gradient_start_color: '#ffffff' }
    const css = themeCss(settings({ ...menu, sidebar_menu_gradient_end_color: '#ffffff' }))
    expect(blockOf(css, '.sidebar-menu').background).toBe('#f0f0f0')
    const half = { ...menu, sidebar_menu_gradient_end_color: '#808080' }
    expect(blockOf(themeCss(settings(half)), '.sidebar-menu').background).toBe('#b4b4b4')
  })

  it.each([
    [{ sidebar_background_enabled: false }, 'sidebar-background', undefined],
    [{ sidebar_background_color: '#123456' }, 'sidebar-background', '#123456'],
    [
      { sidebar_gradient_enabled: true },
      'sidebar-background',
      'linear-gradient(135deg,#0a1716ff,#1a2726ff),#0a1716',
    ],
    [{ footer_background_enabled: false }, 'footer-background', undefined],
    [{ footer_gradient_enabled: true }, 'footer-background', 'linear-gradient(135deg,#0a1716ff,#1a2726ff)'],
    [{ background_gradient_enabled: true }, 'page-background', 'linear-gradient(135deg,#0a1716ff,#1a2726ff)'],
    [{ footer_background_color: '#ffffff' }, 'footer-text', '#737373'],
    [{ footer_background_color: '#ffffff', footer_background_enabled: false }, 'footer-text', '#ffffff'],
  ])('of %j has --%s: %s', (values, name, expected) => {
    expect(blockOf(themeCss(settings(values)), ':root')[name]).toBe(expected)
  })

  it('keeps a dark sidebar on a light page when its text is readable', () => {
    const light = { ...LIGHT_PRESET, text_body_color: '#ffffff' }
    expect(blockOf(themeCss(settings(light)), ':root')['sidebar-background']).toBe('#0a1716')
  })

  it('keeps the menu’s default gradient when one of its colours was chosen', () => {
    const light = { ...LIGHT_PRESET, sidebar_menu_gradient_enabled: true }
    const own = { ...light, sidebar_menu_gradient_start_color: '#123456' }
    expect(blockOf(themeCss(settings(own)), ':root')['sidebar-menu-background']).toBe(
      'linear-gradient(135deg,#123456ff,#1a2726ff)',
    )
    expect(blockOf(themeCss(settings(light)), ':root')['sidebar-menu-background']).toBeUndefined()
    const dark = { sidebar_menu_gradient_enabled: true }
    expect(blockOf(themeCss(settings(dark)), ':root')['sidebar-menu-background']).toBe(
      'linear-gradient(135deg,#0a1716ff,#1a2726ff)',
    )
  })
})

describe('contrastWarnings', () => {
  it('names each colour that is not shown as it is, with its worst contrast', () => {
    const warnings = contrastWarnings(settings())
    expect(warnings).toEqual([
      { column: 'status_live_color', ratio: expect.closeTo(3.643, 3), needed: 4.5, shown: '#f26969' },
    ])
  })

  it.each([
    ['button_text_color', { button_text_color: '#00ff90' }, 4.5],
    ['button_hover_text_color', { button_hover_text_color: '#00ff90' }, 4.5],
    ['footer_text_color', { footer_text_color: '#101010' }, 4.5],
    ['footer_icon_color', { footer_icon_color: '#101010' }, 3],
    ['icon_color', { icon_color: '#101010' }, 3],
    ['text_muted_color', { text_muted_color: '#101010' }, 4.5],
  ])('warns of %s', (column, values, needed) => {
    const warnings = contrastWarnings(settings({ status_live_color: '#ffffff', ...values }))
    expect(warnings.map((warning) => [warning.column, warning.needed])).toEqual([[column, needed]])
  })

  it('reports the primary colour as text, and not again as the focus ring', () => {
    const values = { status_live_color: '#ffffff', primary_color: '#101010' }
    expect(contrastWarnings(settings(values)).map(({ column }) => column)).toEqual(['primary_color'])
  })
})

describe('edge cases of gradients', () => {
  const look = (values: Record<string, unknown>) => settings({ header_gradient_enabled: true, ...values })

  it.each([
    [{ header_gradient_angle: 359.6 }, '360deg,#0a1716ff'],
    [{ header_gradient_angle: 400 }, '360deg,#0a1716ff'],
    [{ header_gradient_angle: -20 }, '0deg,#0a1716ff'],
    [{ header_gradient_angle: 0 }, '0deg,#0a1716ff'],
    [{ header_gradient_angle: null }, '0deg,#0a1716ff'],
    [{ header_gradient_angle: 'x' }, '0deg,#0a1716ff'],
    [{ header_gradient_angle: 20.5 }, '21deg,#0a1716ff'],
    [{ header_gradient_start_opacity: 'x' }, '135deg,#0a1716ff'],
    [{ header_gradient_start_opacity: 0.5 }, '135deg,#0a171680'],
    [{ header_gradient_start_color: 'red' }, '135deg,#0a1716ff'],
  ])('of %j begin with %s', (values, start) => {
    expect(gradient(look(values), 'header')).toBe(`linear-gradient(${start},#1a2726ff)`)
  })
})

describe('the scheme that a visitor chooses', () => {
  /** The properties of a document with `data-scheme`, by the rules of its root. */
  function rootOf(css: string, scheme: 'dark' | 'light'): string {
    const own = /:root\{([^}]*)\}/.exec(css)?.[1] ?? ''
    const other = new RegExp(`:root\\[data-scheme=${scheme}\\]\\{([^}]*)\\}`).exec(css)?.[1] ?? ''
    const merged = [...own.split(';'), ...other.split(';')].map((it) => it.split(/:(.*)/s))
    return Object.entries(Object.fromEntries(merged))
      .map(([name, value]) => `${name}:${value}`)
      .join(';')
  }

  it.each([
    ['light', {}],
    ['dark', LIGHT_PRESET],
  ] as const)(
    'is %s beside a different scheme of the site, with readable text and the operator’s accent',
    (scheme, preset) => {
      const given = settings({ visitor_schemes: true, primary_color: '#1d4ed8', ...preset })
      const css = themeCss(given)
      const root = rootOf(css, scheme)
      expect(propertyOf(root, 'color-scheme')).toBe(scheme)
      const ground = propertyOf(root, 'card-background')
      for (const text of ['text-heading', 'text-body', 'text-muted', 'accent-text', 'link', 'danger'])
        expect(contrastRatio(propertyOf(root, text), ground), text).toBeGreaterThanOrEqual(4.5)
      expect(
        contrastRatio(propertyOf(root, 'footer-text'), propertyOf(root, 'footer-background')),
      ).toBeGreaterThanOrEqual(4.5)
      for (const [shade, ratio] of [
        ['selected-text', 4.5],
        ['selected-icon', 3],
      ] as const)
        expect(
          contrastRatio(propertyOf(root, shade), propertyOf(root, 'selected')),
          shade,
        ).toBeGreaterThanOrEqual(ratio)
      expect(propertyOf(root, 'button-background')).toBe(given.button_background_color)
      expect(css).not.toContain(`[data-scheme=${scheme === 'dark' ? 'light' : 'dark'}]`)
    },
  )

  it("resets a gradient and the shades of a part that belong to the site's own scheme", () => {
    const css = themeCss(
      settings({
        visitor_schemes: true,
        background_gradient_enabled: true,
        header_background_enabled: true,
        header_gradient_enabled: true,
        header_gradient_start_color: '#ffffff',
        header_gradient_end_color: '#ffffff',
      }),
    )
    expect(propertyOf(rootOf(css, 'light'), 'page-background')).toBe('initial')
    expect(css).toMatch(
      /\[data-scheme=light\] \.site-header,\[data-scheme=light\] \.bottom-bar\{[^}]*--text-body:inherit/,
    )
  })

  it('is not offered when the operator does not allow it', () => {
    expect(themeCss(settings({ visitor_schemes: false }))).not.toContain('data-scheme')
  })
})
