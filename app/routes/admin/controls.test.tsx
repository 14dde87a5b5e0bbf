import { describe, expect, it, vi } from 'vitest'
import { parseTroublesFilter } from '#app/features/alerts/list.ts'
import type { EditorAudience } from '#app/features/audiences/editor-queries.server.ts'
import { PRESETS } from '#app/features/audiences/presets.ts'
import { LeagueNames } from '#app/features/contests/components/league-names.tsx'
import type { ReportFormat } from '#app/features/earnings/report-format.ts'
import type { EditorMatch } from '#app/features/matches/editor-schema.ts'
import type { EditorPromotion } from '#app/features/promotions/editor-queries.server.ts'
import { SEO_PAGE_NAMES } from '#app/features/seo/templates.ts'
import { DEFAULT_SETTINGS } from '#app/features/settings/default-settings.ts'
import { COLUMNS_OF_TAB, SIMPLE_SETTINGS } from '#app/features/settings/schema.ts'
import { DEFAULT_COLOURS, LIGHT_PRESET } from '#app/features/theme/default-colours.ts'
import { answerWith, editorOf, open } from '#tests/support/controls.tsx'
import Buttons from './affiliate-buttons/route.tsx'
import AlertSettings from './alerts/route.tsx'
import ApiScreen from './api/route.tsx'
import { AddAudience } from './audiences/add-audience.tsx'
import { AudienceEditor } from './audiences/audience-editor.tsx'
import { newAudience } from './audiences/new-audience.ts'
import Bookmaker from './bookmakers/bookmaker.tsx'
import { MergePanel } from './bookmakers/merge-panel.tsx'
import { FormatFields } from './earnings/format-fields.tsx'
import { Imports } from './earnings/imports.tsx'
import { ReportImport } from './earnings/report-import.tsx'
import { Senders } from './earnings/senders.tsx'
import { ExperimentPanel } from './experiments/experiment-panel.tsx'
import Languages from './languages/route.tsx'
import { BulkBar } from './matches/bulk-bar.tsx'
import { MatchEditor } from './matches/match-editor.tsx'
import { OrderedList } from './ordered-list/list.tsx'
import Pages from './pages/route.tsx'
import { Invitations } from './people/invitations.tsx'
import { PeopleTable } from './people/people-table.tsx'
import { PromotionEditor } from './promotions/promotion-editor.tsx'
import Promotions from './promotions/route.tsx'
import Schedules from './schedules/route.tsx'
import { AppearanceTab } from './settings/appearance-tab.tsx'
import { FooterTab } from './settings/footer-tab.tsx'
import type { SettingsForm } from './settings/form.tsx'
import { GeneralTab } from './settings/general-tab.tsx'
import { LinkList } from './settings/link-list.tsx'
import { SeoTab } from './settings/seo-tab.tsx'
import SignIns from './sign-ins/route.tsx'
import Sources from './sources/route.tsx'
import Sports from './sports/route.tsx'
import Webhook from './webhooks/webhook.tsx'

/** What the controls of the back office do: each field changes its own column of its own row, each button its own item. */

const controls = vi.hoisted(() => () => import('#tests/support/controls.tsx'))
vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('react-router', async (load) => ({
  ...(await load<typeof import('react-router')>()),
  ...(await controls()).replaced.router,
}))
vi.mock('#app/ui/admin/fields.tsx', async () => (await controls()).replaced.fields)
vi.mock('#app/features/media/components/image-field.tsx', async () => (await controls()).replaced.imageField)
vi.mock('#app/ui/admin/file-field.tsx', async () => (await controls()).replaced.fileField)
vi.mock('#app/ui/admin/action-button.tsx', async () => (await controls()).replaced.actionButton)
vi.mock('#app/ui/admin/icon-button.tsx', async () => (await controls()).replaced.iconButton)
vi.mock('#app/ui/admin/remove-button.tsx', async () => (await controls()).replaced.removeButton)
vi.mock('#app/ui/admin/pass-focus.ts', () => ({ passFocus() {} }))
vi.mock('#app/ui/admin/confirm-button.tsx', async () => (await controls()).replaced.confirmButton)
vi.mock('#app/ui/admin/confirm-dialog.tsx', async () => (await controls()).replaced.confirmDialog)
vi.mock('./password-dialog.tsx', async () => (await controls()).replaced.passwordDialog)
vi.mock(
  '#app/features/history/components/history-button.tsx',
  async () => (await controls()).replaced.historyButton,
)
vi.mock('#app/ui/admin/save-bar.tsx', async () => (await controls()).replaced.saveBar)
vi.mock('#app/ui/admin/translations-panel.tsx', async () => (await controls()).replaced.translationsPanel)
vi.mock('#app/ui/admin/use-editor.ts', async () => (await controls()).replaced.editor)
vi.mock('#app/ui/admin/use-request.ts', async () => (await controls()).replaced.request)
vi.mock('./settings/colour-field.tsx', async () => (await controls()).replaced.colourField)
vi.mock('./settings/theme-preview.tsx', () => ({ ThemePreview: () => null }))
vi.mock('#app/features/runs/components/use-runs.ts', () => ({
  useRuns: () => ({}),
  useReloadAfterRuns() {},
}))
vi.mock('#app/features/runs/components/runs-panel.tsx', () => ({ RunsPanel: () => null }))
vi.mock('./promotions/sidebar-features.tsx', () => ({ SidebarFeatures: () => null }))
vi.mock('./ordered-list/filter-fields.tsx', () => ({ FilterFields: () => null }))
vi.mock('./matches/price-grid.tsx', () => ({ PriceGrid: () => null }))
vi.mock('./matches/score-button.tsx', () => ({ ScoreButton: () => null }))

const TEXTS = { languages: [], translations: [] }
const ALONE = { onUp: undefined, onDown: undefined }
const place = (name: string, menu_position: number) => ({
  ...{ id: name, name, display_name: null, menu_position, is_active: true },
})
const openCountries = (rows: ReturnType<typeof place>[]) =>
  open(
    <OrderedList
      rows={rows}
      entity="countries"
      label="Countries"
      saved="Saved"
      columns={[]}
      texts={['display_name']}
    />,
  )
const language = (code: string, name: string, is_default: boolean) => ({
  ...{ id: code, code, name, native_name: name, flag_code: code, is_default, is_active: true, rtl: false },
  content: {},
})
const LANGUAGES = [language('it', 'Italian', false), language('en', 'English', true)]
const SENDERS = ['s1', 's2'].map((id) => ({
  ...{ id, name: id, bookmaker_id: null, key: id, is_active: true, transactions: 0 },
}))
const API = { id: 'r', needs_key: false, anonymous_limit: 600 }
const WEBHOOK = {
  row: {
    ...{ id: 'w', name: 'W', url: 'https://w.example/', country: '', is_active: true },
    ...{ events: 'match.added', price_percent: 5, leagues: 'l1 l2' },
  },
  deliveries: [1, 2].map((id) => ({
    ...{ id, type: 'match.added', state: 'failed', status: null, error: null, attempts: 1 },
    ...{ nextAt: '2026-01-01T00:00:00Z', createdAt: '2026-01-01T00:00:00Z' },
  })),
  choices: [{ id: 'l3', name: 'L3' }],
  ...{ key: 'k', stoppedAt: '2026-01-01T00:00:00Z', place: {}, sports: [], countries: [], leagues: [] },
}

const PROMOTION: EditorPromotion = {
  ...{ id: 'p', title: 'One', subtitle: null, description: 'd', image_url: null },
  ...{ button_text: 'Go', button_link: '/', visible_home: true, visible_casino: false },
  ...{ visible_live_casino: false, side_menu_offer: false, is_active: true, menu_position: 2 },
  ...{ star_rating: 5, bookmaker_id: null, start_date: '2026-01-01T00:00:00Z', end_date: null },
  created_at: '2026-01-01T00:00:00Z',
}

describe('a field changes its own column', () => {
  it('of promotions; an arrow swaps two positions', () => {
    const promotions = ['One', 'Two', 'Three'].map((title, at) => ({
      ...PROMOTION,
      ...{ id: title, title, menu_position: at + 1 },
    }))
    const data = { promotions, bookmakers: [], spinWheel: {}, spinWheelTranslations: [], ...TEXTS }
    const screen = open({ screen: Promotions, data })
    const swap = (above: string, below: string, at: number) => ({
      changed: { [above]: { menu_position: at + 1 }, [below]: { menu_position: at } },
    })
    expect(screen.press('Down: One')).toEqual(swap('One', 'Two', 1))
    expect(screen.press('Down: Two')).toEqual(swap('Two', 'Three', 2))
    expect(screen.press('Up: Two')).toEqual(swap('One', 'Two', 1))
    expect(screen.press('Up: Three')).toEqual(swap('Two', 'Three', 2))
    expect(screen.buttons().filter((label) => /^(Up: One|Down: Three)$/.test(label))).toEqual([])
  })

  it('of a promotion', () => {
    const promotion = PROMOTION
    const card = open(
      <PromotionEditor
        promotion={promotion}
        editor={editorOf([promotion]) as never}
        bookmakers={[{ id: 'alpha', name: 'Alpha' }]}
        {...TEXTS}
        {...ALONE}
        onDrag={() => {}}
      />,
    )
    expect(card.changes('p')).toEqual({
      'Position of One': { menu_position: 7 },
      Title: { title: 'other' },
      Subtitle: { subtitle: 'other' },
      Description: { description: 'other' },
      'Button Text': { button_text: 'other' },
      'Button Link': { button_link: 'other' },
      'Image address': { image_url: 'other' },
      Starts: { start_date: '2026-03-02T10:00:00.000Z' },
      Ends: { end_date: '2026-03-02T10:00:00.000Z' },
      'Star rating': { star_rating: 1 },
      Bookmaker: { bookmaker_id: 'alpha' },
      Active: { is_active: false },
      'On the home page': { visible_home: false },
      'In the side menu': { side_menu_offer: true },
      Casino: { visible_casino: true },
      'Live casino': { visible_live_casino: true },
    })
    expect(card.type('Ends', '').changed).toEqual({ p: { end_date: null } })
    expect(card.press('Delete One')).toEqual({ removed: ['p'] })
  })

  it('of an affiliate button', () => {
    const button = (id: string, provider: string) => ({
      ...{ id, provider, button_text: 'Go', button_link: '/', bookmaker_id: null, is_active: true },
    })
    const screen = open({
      screen: Buttons,
      data: {
        buttons: [button('a', 'Alpha'), button('b', 'Beta')],
        bookmakers: [{ id: 'x', name: 'X' }],
        ...TEXTS,
      },
    })
    expect(screen.changes('b')).toEqual({
      'Provider: Beta': { provider: 'other' },
      'Button Text: Beta': { button_text: 'other' },
      'Button Link: Beta': { button_link: 'other' },
      'Bookmaker: Beta': { bookmaker_id: 'x' },
      'Beta is shown': { is_active: false },
    })
    expect(screen.press('Delete: Beta')).toEqual({ removed: ['b'] })
  })

  it('of a match', () => {
    const match: EditorMatch = {
      ...{ id: 'm', home_team: 'Inter', away_team: 'Milan', start_time: '2026-03-01T19:45:00.000Z' },
      ...{ status: 'scheduled', home_odds: 1.5, draw_odds: 3.4, away_odds: 6.25, odds_locked: false },
      ...{ bookmaker_count: 3, featured: false, is_popular: false, affiliate_link: null, home_score: null },
      ...{ away_score: null, sport_name: 'Soccer', country_name: 'Italy', league_name: 'Serie A' },
      ...{ is_fed: false, typed_prices: '' },
    }
    const { set, remove } = editorOf([match])
    const editor = (shown: Partial<EditorMatch> = {}) =>
      open(
        <MatchEditor
          match={{ ...match, ...shown }}
          stored={match}
          teams="Inter – Milan"
          changed={[]}
          problems={[]}
          set={(patch) => set('m', patch)}
          remove={() => remove('m')}
        />,
      )
    expect(editor().changes('m')).toEqual({
      'Home team': { home_team: 'other' },
      'Away team': { away_team: 'other' },
      Home: { home_odds: 'other', odds_locked: true },
      Draw: { draw_odds: 'other', odds_locked: true },
      Away: { away_odds: 'other', odds_locked: true },
      'Lock the odds': { odds_locked: true },
      Status: { status: 'cancelled' },
      'Start time': { start_time: new Date('2026-03-02T10:00').toISOString() },
      'Affiliate link': { affiliate_link: 'other' },
      'Home score': { home_score: 7 },
      'Away score': { away_score: 7 },
      Featured: { featured: true },
      Popular: { is_popular: true },
    })
    expect(editor().press('Delete: Inter – Milan')).toEqual({ removed: ['m'] })
    // The second score of two ends the match; without the lock the stored odds are back.
    expect(editor({ home_score: 1 }).changes('m')).toMatchObject({
      'Away score': { away_score: 7, status: 'finished' },
    })
    // Nil is a score, and an empty field is none.
    expect(editor({ away_score: 1 }).type('Home score', '0').changed).toMatchObject({ m: { home_score: 0 } })
    expect(editor({ home_score: 1 }).type('Home score', '').changed).toMatchObject({
      m: { home_score: null },
    })
    expect(editor({ odds_locked: true, home_odds: 9 }).changes('m')).toMatchObject({
      'Lock the odds': { odds_locked: false, home_odds: 1.5, draw_odds: 3.4, away_odds: 6.25 },
    })
  })

  it('of a group of countries', () => {
    const audience: EditorAudience = {
      ...{ id: 'a', name: 'South', countries: 'IT', is_rest: false, bookmaker_rule: 'only', bookmakers: 'x' },
      ...{ promotions_on: false, links_on: false, alerts_on: false, minimum_age: null, adult_mark: false },
      ...{ help_text: null, help_url: null, ad_word: null, terms: null, menu_position: 1 },
    }
    const card = open(
      <AudienceEditor
        audience={audience}
        editor={editorOf([audience]) as never}
        bookmakers={[
          { keys: ['x'], name: 'X' },
          { keys: ['y', 'z'], name: 'Y + Z' },
        ]}
        countries={[
          { code: 'IT', name: 'Italy' },
          { code: 'ES', name: 'Spain' },
        ]}
        {...TEXTS}
        {...ALONE}
      />,
    )
    const { 'Fill in from a preset': preset, ...changes } = card.changes('a')
    expect(changes).toEqual({
      'Position of South': { menu_position: 7 },
      'Name of the group': { name: 'other' },
      Countries: { countries: 'ES IT' },
      'For all countries in no other group': { is_rest: true },
      'Bookmakers that are shown': { bookmaker_rule: 'except' },
      X: { bookmakers: '' },
      'Y + Z': { bookmakers: 'x\ny\nz' },
      'Promotions and bonuses': { promotions_on: true },
      'Links to bookmakers': { links_on: true },
      'Alerts by email and notification': { alerts_on: true },
      'Show the mark 18+': { adult_mark: true },
      'Age that visitors confirm': { minimum_age: 7 },
      'Word for “Ad”': { ad_word: 'other' },
      'Help line': { help_text: 'other' },
      'Address of the help line': { help_url: 'other' },
      'Terms beside offers': { terms: 'other' },
    })
    expect(preset).toMatchObject({ bookmaker_rule: 'only', is_rest: true })
    expect(card.press('Remove Italy')).toEqual({ changed: { a: { countries: '' } } })
    // A preset names its sources.
    for (const { code, sources } of PRESETS) {
      card.type('Fill in from a preset', code)
      expect(card.links(), code).toEqual(sources.map(({ name, url }) => [name, url]))
    }
    expect(card.press('Delete: South')).toEqual({ removed: ['a'] })
  })

  it('of a bookmaker and its links', () => {
    const bookmaker = {
      ...{
        id: 'b',
        key: 'alpha',
        name: 'Alpha',
        logo_url: null,
        website_url: null,
        commission: 0,
        brand: null,
      },
      ...{ region: null, licence: null, offered_in: null, link_hosts: null, rating: null, kind: 'bookmaker' },
      ...{ is_active: true, is_reference: false },
    }
    const subs = { sub1: null, sub2: null, sub3: null, sub4: null, sub5: null }
    const screen = open({
      screen: Bookmaker,
      data: {
        ...{
          bookmaker,
          reviews: [],
          languages: [],
          button: 'active',
          merged: [],
          mergedLinks: [],
          linkCountries: {},
          into: null,
          others: [],
        },
        templates: [{ id: 't', bookmaker_id: 'b', country: null, template: 'x', ...subs }],
        countries: [{ code: 'IT', name: 'Italy' }],
      },
    })
    expect(screen.changes('b')).toEqual({
      'Logo URL': { logo_url: 'other' },
      Name: { name: 'other' },
      Website: { website_url: 'other' },
      'Commission, %': { commission: 'other' },
      Brand: { brand: 'other' },
      Region: { region: 'other' },
      Licence: { licence: 'other' },
      'Offered in': { offered_in: 'other' },
      'Hosts of feed links': { link_hosts: 'other' },
      Rating: { rating: 'other' },
      Kind: { kind: 'exchange' },
      Active: { is_active: false },
      'Reference of Value': { is_reference: true },
    })
    expect(screen.changes('t')).toEqual({
      'Country of the visitor': { country: 'IT' },
      Address: { template: 'other' },
      ...Object.fromEntries(Object.keys(subs).map((sub) => [`\u2066{${sub}}\u2069`, { [sub]: 'country' }])),
    })
    expect(screen.press('Delete: Alpha, Every country')).toEqual({ removed: ['t'] })
  })

  it('of a language; a new default takes the mark from the others', () => {
    const screen = open({ screen: Languages, data: { languages: LANGUAGES } })
    expect(screen.changes('it')).toMatchObject({
      'Name of Italian': { name: 'other' },
      'Code of Italian': { code: 'other' },
      'Native name of Italian': { native_name: 'other' },
      'Flag code of Italian': { flag_code: 'other' },
      'Italian is the default': { is_default: true, is_active: true },
      'Italian is written from right to left': { rtl: true },
      'Italian is shown': { is_active: false },
    })
    expect(screen.changes('en')).toMatchObject({
      'Italian is the default': { is_default: false },
      'English is written from right to left': { rtl: true },
    })
  })

  it('of a sport; an arrow swaps two positions', () => {
    const screen = open({
      screen: Sports,
      data: { sports: [place('Soccer', 0), place('Padel', 9), place('Darts', 8)] },
    })
    expect(screen.changes('Padel')).toEqual({
      'Position of Padel': { menu_position: 7 },
      'Display name of Padel': { display_name: 'other' },
      'Padel is shown': { is_active: false },
    })
    const swapped = { changed: { Padel: { menu_position: 8 }, Darts: { menu_position: 9 } } }
    expect(screen.press('Up: Padel')).toEqual(swapped)
    expect(screen.press('Down: Darts')).toEqual(swapped)
  })

  it('of a country, a league or a bookmaker in its list; an arrow swaps two positions', () => {
    const list = openCountries([place('Alpha', 1), place('Beta', 2), place('Gamma', 3)])
    expect(list.changes('Beta')).toEqual({
      'Position of Beta': { menu_position: 7 },
      'Display Name of Beta': { display_name: 'other' },
      'Beta is shown': { is_active: false },
    })
    expect(list.press('Up: Beta').changed).toEqual({
      Alpha: { menu_position: 2 },
      Beta: { menu_position: 1 },
    })
    expect(list.press('Down: Beta').changed).toEqual({
      Beta: { menu_position: 3 },
      Gamma: { menu_position: 2 },
    })
  })

  it('a list is numbered in the order in which it is shown', () => {
    const list = openCountries([place('Gamma', 9), place('Beta', 2), place('Alpha', 9)])
    expect(list.press('Assign Sequential Numbers').changed).toEqual({
      Beta: { menu_position: 1 },
      Alpha: { menu_position: 2 },
      Gamma: { menu_position: 3 },
    })
    expect(list.press('Up: Gamma').changed).toMatchObject({ Gamma: { menu_position: 2 } })
  })

  it('of a link of the footer; an arrow swaps two positions of its section', () => {
    const link = (id: string, section_type: string, menu_position: number) => ({
      ...{ id, section_type, title: id, url: '/', is_active: true, menu_position },
    })
    const links = [
      ...[link('News', 'quick_links', 1), link('Terms', 'legal', 1), link('Blog', 'quick_links', 2)],
      ...[link('Imprint', 'legal', 2), link('Help', 'quick_links', 3)],
    ]
    const list = (section: 'quick_links' | 'legal') =>
      open(<LinkList section={section} editor={editorOf(links) as never} {...TEXTS} />)
    const quick = list('quick_links')
    expect(Object.values(quick.changes('Blog'))).toEqual([
      ...[{ title: 'other' }, { url: 'other' }, { is_active: false }],
    ])
    expect(quick.changes('Terms')).toEqual({})
    expect(quick.press('Move Blog up').changed).toEqual({
      News: { menu_position: 2 },
      Blog: { menu_position: 1 },
    })
    expect(quick.press('Move Blog down').changed).toEqual({
      Blog: { menu_position: 3 },
      Help: { menu_position: 2 },
    })
    expect(quick.buttons().filter((label) => /^Move (News up|Help down)$/.test(label))).toEqual([])
    expect(quick.press('Delete: Blog')).toEqual({ removed: ['Blog'] })
    // A new one is the last of its section, and only in the editor.
    vi.stubGlobal('requestAnimationFrame', () => 0)
    const { changed = {}, ...rest } = quick.press('Add a quick link')
    expect(Object.values(changed)).toMatchObject([
      { section_type: 'quick_links', title: '', url: '', is_active: true, menu_position: 4 },
    ])
    expect(rest).toEqual({})
    expect(list('legal').press('Move Imprint up').changed).toEqual({
      Terms: { menu_position: 2 },
      Imprint: { menu_position: 1 },
    })
  })

  it('of a page of the operator', () => {
    const page = (id: string, menu_position: number) => ({ id, slug: id, menu_position, is_published: false })
    const screen = (...pages: object[]) => open({ screen: Pages, data: { pages, texts: [], languages: [] } })
    expect(screen(page('terms', 1)).changes('terms')).toEqual({
      'Position of terms': { menu_position: 7 },
      Address: { slug: 'other' },
      Published: { is_published: true },
    })
    const two = screen(page('terms', 1), page('about', 2))
    expect(two.press('Up: about').changed).toEqual({
      about: { menu_position: 1 },
      terms: { menu_position: 2 },
    })
    expect(two.press('Delete about')).toEqual({ removed: ['about'] })
  })

  it('of a schedule', () => {
    const schedule = {
      ...{
        id: 's',
        source: 'feed/2',
        feed: 'feed',
        name: 'Two',
        every_minutes: 60,
        cron: null,
        time_zone: 'UTC',
      },
      ...{ counted_minutes: null, in_play: false, sports: '', is_active: true, last_run_at: null },
      ...{ markets: '', event_markets: '', horizon_hours: null, credits_a_day: null, carriesPrices: true },
    }
    const feed = {
      ...{ key: 'feed', hasCredits: true, markets: { list: ['h2h'], event: ['btts'] } },
      competitions: { example: 'epl', everything: 'import.all-sports' },
    }
    const screen = (more: object = {}) =>
      open({
        screen: Schedules,
        data: { schedules: [{ ...schedule, ...more }], health: [], feeds: [feed], demoPercent: null },
      })
    expect(screen().changes('s')).toEqual({
      'feed · Two runs automatically': { is_active: false },
      'Name of a schedule of feed': { name: 'other' },
      'When feed · Two runs': { cron: '0 * * * *', every_minutes: null },
      'Minutes between runs of feed · Two': { every_minutes: 7 },
      'Time zone': { time_zone: 'other' },
      'Prices count for, minutes': { counted_minutes: 7 },
      'feed · Two quotes matches in play': { in_play: true },
      Leagues: { sports: 'other' },
      h2h: { markets: 'h2h' },
      btts: { event_markets: 'btts' },
      'Match by match within, hours': { horizon_hours: 7 },
      'Credits a day': { credits_a_day: 7 },
    })
    expect(
      Object.values(screen({ cron: '5 * * * *', every_minutes: null }).changes('s')).slice(2, 4),
    ).toEqual([{ cron: null, every_minutes: 60 }, { cron: 'other' }])
    const health = {
      ...{ id: 's', source: 'feed/2', feed: 'feed', name: 'Two', state: 'working', outside: null, turns: [] },
      ...{ carries: [], owner: 'feed', lastRunAt: null, nextTurnAt: null, items: 7, usual: null, stored: 7 },
      ...{ rejected: 0, quota: null, credits: null },
    }
    const sources = (is_active: boolean) =>
      open({
        screen: Sources,
        data: {
          ...{
            schedules: [
              { ...schedule, id: 'o' },
              { ...schedule, is_active },
            ],
            demoPercent: null,
          },
          health: [{ ...health, id: 'o', source: 'feed/3', name: 'Other' }, health],
          ...{ unmatched: { markets: [], total: 0 }, choices: { types: [], periods: [] } },
          fixedKeys: new Map(),
        },
      })
    expect(sources(true).changes('s')).toEqual({
      'Minutes between runs of feed · Two': { every_minutes: 7 },
    })
    expect(sources(true).press('Pause feed · Two')).toEqual({ changed: { s: { is_active: false } } })
    expect(sources(false).press('Resume feed · Two')).toEqual({ changed: { s: { is_active: true } } })
    expect(sources(true).press('Run feed · Two now')).toEqual({ sent: [{ id: 's' }] })
    expect(sources(true).press('Pause feed · Other')).toEqual({ changed: { o: { is_active: false } } })
  })

  it('of the alerts of the operator, of a sender of postbacks, of the API and of a webhook', () => {
    const row = {
      id: 'r',
      mails: false,
      mail_to: '',
      webhook_url: 'x',
      quiet_from: '',
      quiet_until: '',
      time_zone: '',
    }
    const filter = parseTroublesFilter(new URLSearchParams())
    const alerts = open({
      screen: AlertSettings,
      data: { row, hasSecret: true, troubles: [], total: 0, filter },
    })
    expect(Object.values(alerts.changes('r'))).toEqual([
      { mails: true },
      ...['mail_to', 'webhook_url', 'quiet_from', 'quiet_until', 'time_zone'].map((column) => ({
        [column]: 'other',
      })),
    ])
    const senders = open(<Senders senders={SENDERS} bookmakers={[{ id: 'x', name: 'X' }]} address="" />)
    expect(senders.changes('s2')).toEqual({
      'Sender of s2': { name: 'other' },
      'Bookmaker of s2': { bookmaker_id: 'x' },
      's2 is shown': { is_active: false },
    })
    const api = open({ screen: ApiScreen, data: { keys: [], now: '', row: API } })
    expect(api.changes('r')).toEqual({
      'Require a key': { needs_key: true },
      'Requests per minute without a key': { anonymous_limit: 'other' },
    })
    const webhook = open({ screen: Webhook, data: WEBHOOK })
    expect(webhook.changes('w')).toEqual({
      Name: { name: 'other' },
      URL: { url: 'other' },
      Country: { country: 'other' },
      Active: { is_active: false },
      'A match was added': { events: '' },
      'A match was moved': { events: 'match.added match.moved' },
      'A match was put off or interrupted, or takes place after all': { events: 'match.added match.delayed' },
      'A match was called off': { events: 'match.added match.cancelled' },
      'A match that was called off takes place after all': { events: 'match.added match.restored' },
      'A match was removed': { events: 'match.added match.removed' },
      'A match has ended': { events: 'match.added match.ended' },
      'A result is known or corrected': { events: 'match.added match.result' },
      'A best price of a chosen league has changed': { events: 'match.added price.moved' },
      'Change of a price in %': { price_percent: 'other' },
      'Add a league': { leagues: 'l1 l2 l3' },
    })
    expect(webhook.press('Remove l1')).toEqual({ changed: { w: { leagues: 'l2' } } })
  })

  const form = {
    values: { ...DEFAULT_SETTINGS, id: 's' },
    set: (patch: object) => editorOf([]).set('s', patch),
    isChanged: () => false,
    problemOf: () => undefined,
  } as unknown as SettingsForm
  const data = { links: [], linkTranslations: [], sections: [], translations: [], languages: [] }
  const to = () => ''

  it.each([
    // What an experiment has won is set there.
    [
      'general',
      ['way_colour', 'way_texts', 'first_bookmakers'],
      [<GeneralTab key="" form={form} zones={[]} simple={SIMPLE_SETTINGS} />],
    ],
    [
      'appearance',
      [],
      ['colors', 'gradients'].map((part) => <AppearanceTab key={part} form={form} part={part} to={to} />),
    ],
    [
      'seo',
      [],
      [...SEO_PAGE_NAMES, 'scripts'].map((part) => (
        <SeoTab key={part} form={form} part={part} to={to} data={{ ...data, example: {}, builtIn: {} }} />
      )),
    ],
    ['footer', [], [<FooterTab key="" form={form} editor={editorOf([]) as never} data={data} />]],
  ] as const)('of the settings, each of which has one: %s', (tab, elsewhere, parts) => {
    const changes = parts.flatMap((part) => Object.values(open(part).changes('s')))
    const columns = COLUMNS_OF_TAB[tab].filter((column) => !(elsewhere as readonly string[]).includes(column))
    expect(changes.map((patch) => Object.keys(patch).join()).toSorted()).toEqual(columns.toSorted())
    // Percentages are stored as shares.
    const opacities = changes
      .flatMap((patch) => Object.entries(patch))
      .filter(([column]) => /_opacity$/.test(column))
    expect(new Set(opacities.map(([, value]) => value))).toEqual(new Set(tab === 'appearance' ? [0.07] : []))
  })

  it('of the look, whose sections are reset to their defaults one by one, and whose presets are whole', () => {
    const settings = DEFAULT_SETTINGS as unknown as Record<string, unknown>
    const another = (value: unknown) =>
      typeof value === 'boolean' ? !value : typeof value === 'number' ? value / 2 + 0.1 : '#123456'
    const changed = Object.fromEntries(
      COLUMNS_OF_TAB.appearance.map((column) => [column, another(settings[column])]),
    )
    const edited = { ...form, values: { ...form.values, ...changed } } as unknown as SettingsForm
    const reset = ['colors', 'gradients'].flatMap((part) => {
      const resetsOf = (of: SettingsForm) => {
        const tab = open(<AppearanceTab form={of} part={part} to={to} />)
        return { tab, buttons: tab.buttons().filter((label) => label.startsWith('Reset to defaults: ')) }
      }
      expect(resetsOf(form).buttons).toEqual([])
      const { tab, buttons } = resetsOf(edited)
      expect(tab.press('Light Mode')).toEqual({ changed: { s: LIGHT_PRESET } })
      expect(tab.press('Dark Mode')).toEqual({ changed: { s: DEFAULT_COLOURS } })
      return buttons.map((label) => (tab.press(label).changed as { s: Record<string, unknown> }).s)
    })
    for (const patch of reset) expect(settings).toMatchObject(patch)
    const columns = reset.map((patch) => Object.keys(patch).toSorted().join(' '))
    expect(columns).toHaveLength(18)
    expect(columns).toContain('card_background_color card_border_color card_hover_color promotion_star_color')
    // Each column belongs to one section.
    expect(columns.join(' ').split(' ').toSorted()).toEqual([...COLUMNS_OF_TAB.appearance].toSorted())
  })
})

it('many matches get what is chosen for each column, and no other', () => {
  const bar = (...fields: string[]) => {
    const opened = open(<BulkBar selected={new Set(['m1', 'm2'])} clear={() => {}} hasEdits={false} />)
    opened.fill(...fields)
    return opened.press('Change').sent
  }
  const ids = ['m1', 'm2']
  expect(bar('Status')).toEqual([{ ids, set: { status: 'cancelled' } }])
  expect(bar('Featured')).toEqual([{ ids, set: { featured: false } }])
  expect(bar('Popular')).toEqual([{ ids, set: { is_popular: false } }])
})

describe('a button acts on its own row', () => {
  it('of accounts, with the password of who presses it', () => {
    const person = (id: string, state: string) => ({
      ...{ id, email: `${id}@example.org`, username: null, role: 'editor', state, twoFactor: true },
      ...{ since: new Date(0), lastSignIn: null, sessions: 2 },
    })
    const people = [person('a', 'active'), person('b', 'blocked')] as never
    const table = open(<PeopleTable people={people} me="me" givable={['editor', 'analyst']} />)
    const confirmed = (button: string) => table.press(button, 'Confirm: Confirm').sent
    const password = 'the password'
    expect(confirmed('Block a@example.org and end all sessions')).toEqual([
      { intent: 'block', isBlocked: true, userId: 'a', password },
    ])
    expect(confirmed('Unblock b@example.org')).toEqual([
      { intent: 'block', isBlocked: false, userId: 'b', password },
    ])
    expect(confirmed('Turn off two-factor authentication of b@example.org')).toEqual([
      { intent: 'two-factor', userId: 'b', password },
    ])
    expect(table.press('Sign out b@example.org everywhere').sent).toEqual([
      { intent: 'sign-out', userId: 'b' },
    ])
    table.fill('Role of a@example.org')
    expect(table.press('Confirm: Confirm').sent).toEqual([
      { intent: 'role', role: 'analyst', userId: 'a', password },
    ])
  })

  it('of invitations', () => {
    const invitation = (id: string) => ({
      ...{
        id,
        email: `${id}@example.org`,
        role: 'editor',
        expiresAt: new Date(0),
        by: 'x',
        isExpired: false,
      },
    })
    const languages = ['en', 'de'].map((code) => ({ code, nativeName: code }))
    const panel = open(
      <Invitations
        invitations={['a', 'b'].map(invitation) as never}
        givable={['editor', 'analyst']}
        languages={languages}
        language="en"
      />,
    )
    panel.fill('E-mail address', 'Role', 'Language of the mail')
    expect(panel.press('Confirm: Send invitation').sent).toEqual([
      { intent: 'invite', email: 'other', role: 'analyst', language: 'de', password: 'the password' },
    ])
    expect(panel.press('Withdraw the invitation of b@example.org').sent).toEqual([
      { intent: 'withdraw', id: 'b' },
    ])
  })

  it('of sessions', () => {
    const session = {
      ...{ id: 's1', email: 'x', role: 'editor', userAgent: null, ipAddress: null },
      ...{ since: new Date(0), lastUsed: new Date(0) },
    }
    const screen = open({ screen: SignIns, data: { email: '', sessions: [session], signIns: [] } })
    expect(screen.press('End session').sent).toEqual([{ sessionId: 's1', all: false }])
    expect(screen.press('End all of this account').sent).toEqual([{ sessionId: 's1', all: true }])
  })

  it('of keys and webhooks', () => {
    const key = (id: string) => ({
      ...{ id, name: id, hint: '', limit: 3, lastUsedAt: null, expiresAt: null, state: 'valid' },
    })
    const api = open({ screen: ApiScreen, data: { keys: ['k1', 'k2'].map(key), row: API } })
    expect(api.press('Revoke k2').sent).toEqual([{ kind: 'revoke', id: 'k2' }])
    api.fill('Name', 'Requests per minute', 'Valid until')
    expect(api.press('Create the key').sent).toEqual([
      { kind: 'create', values: { name: 'other', limit_per_minute: 'other', expires_on: 'other' } },
    ])
    const webhook = open({ screen: Webhook, data: WEBHOOK })
    expect(webhook.press('Resume').sent).toEqual([{ kind: 'resume' }])
    expect(webhook.press('Make a new secret').sent).toEqual([{ kind: 'renew' }])
    expect(webhook.press('Send a test message').sent).toEqual([{ kind: 'test' }])
    expect(webhook.press('Delete the webhook').sent).toEqual([{ kind: 'remove' }])
    expect(webhook.press('Send again msg_2').sent).toEqual([{ kind: 'redeliver', delivery: 2 }])
  })

  it('of earnings', () => {
    const senders = open(<Senders senders={SENDERS} bookmakers={[{ id: 'x', name: 'X' }]} address="" />)
    expect(senders.press('New secret s2').sent).toEqual([{ kind: 'renew', id: 's2' }])
    senders.fill('Sender', 'Bookmaker')
    expect(senders.press('Add a sender').sent).toEqual([
      { kind: 'create', values: { name: 'other', bookmaker_id: 'x' } },
    ])
    const report = { sender: 's', at: new Date(0), by: 'x', transactions: 1, undoneBy: 'x' }
    const imports = open(
      <Imports
        imports={[
          { ...report, id: 'march', file: 'march.csv', undoneAt: new Date(0) },
          { ...report, id: 'april', file: 'april.csv', undoneAt: null },
        ]}
      />,
    )
    expect(imports.press('Take back april.csv', 'Confirm: Take back').sent).toEqual([
      { kind: 'undo', id: 'april' },
    ])
  })

  it('of a report of earnings, which is previewed and then stored', async () => {
    const counts = {
      stored: 1,
      duplicate: 0,
      different: [],
      rejected: [],
      sums: [],
      headLine: 1,
      before: [],
      ignored: [],
      hasTimes: true,
    }
    const columns = {
      transaction: 'a',
      kind: undefined,
      amount: null,
      currency: 'b',
      time: 'a',
      click_id: null,
    }
    const format = { columns, kind: null, currency: null, dates: 'day-first', decimal: null, kinds: {} }
    const read = {
      columns: ['a', 'b'],
      examples: [],
      format,
      rows: [],
      words: ['Odd'],
      strangers: [],
      questions: [],
    }
    answerWith({ kind: 'preview', again: null, ...counts, ...read })
    const report = open(<ReportImport senders={SENDERS} />)
    const request = { kind: 'import', sender: 's1', file: 'report.csv', text: 'a,b', format }
    report.press('File')
    await vi.waitFor(() => expect(report.buttons()).toContain('Store report.csv'))
    expect(report.press('Store report.csv').sent).toEqual([{ ...request, store: true, confirmed: false }])
    // A choice that is made before the answer to another one keeps that one.
    expect(report.fill('Click id', 'Amount').sent?.[1]).toMatchObject({
      format: { columns: { click_id: 'b', amount: 'b' } },
    })
    answerWith({ kind: 'preview', ...counts, ...read, again: { alike: 1, otherColumn: 'b' } })
    const again = open(<ReportImport senders={SENDERS} />)
    again.press('File')
    await vi.waitFor(() => expect(again.buttons()).toContain('Store report.csv'))
    // What may be stored already is asked about first.
    expect(again.press('Store report.csv').sent).toBeUndefined()
    expect(again.press('Confirm: Store anyway').sent).toEqual([{ ...request, store: true, confirmed: true }])
    // While a question is open, there is nothing to press.
    answerWith({ kind: 'preview', again: null, ...counts, ...read, questions: ['dates'] })
    const asked = open(<ReportImport senders={SENDERS} />)
    asked.press('File')
    expect(asked.buttons()).not.toContain('Store report.csv')
    answerWith(undefined)
  })

  it('of a new group of countries, which asks how it begins', () => {
    const uk = {
      ...newAudience(0, 'nothing'),
      id: 'uk',
      name: 'UK',
      countries: 'GB',
      is_rest: true,
      links_on: true,
    }
    const added: EditorAudience[] = []
    const add = open(<AddAudience rows={[uk]} most={8} onAdd={(audience) => added.push(audience)} />)
    // The button only asks.
    add.press('Add a group')
    expect(added).toEqual([])
    add.press('Confirm: Add a group')
    expect(added[0]).toMatchObject({
      bookmaker_rule: 'only',
      bookmakers: '',
      links_on: false,
      alerts_on: false,
    })
    const copy = newAudience(1, uk)
    expect(copy).toMatchObject({
      ...{ name: '', countries: '', is_rest: false, links_on: true, menu_position: 2 },
    })
    expect(copy.id).not.toBe('uk')
    expect(newAudience(1, 'everything')).toMatchObject({
      ...{ bookmaker_rule: 'except', bookmakers: '', promotions_on: true, links_on: true, alerts_on: true },
      adult_mark: true,
    })
  })

  it('of the format of a report: each choice changes its own part', () => {
    const columns = {
      ...{ transaction: 'a', kind: undefined, amount: null, currency: 'b', time: 'a', click_id: null },
      bookmaker: null,
    }
    const format: ReportFormat = {
      ...{ columns, kind: null, currency: null, dates: 'day-first', decimal: ',', kinds: {} },
    }
    const sent: ReportFormat[] = []
    const fields = open(
      <FormatFields
        {...{
          columns: ['a', 'b'],
          examples: [],
          format,
          rows: [],
          words: ['Odd'],
          strangers: [],
          questions: [],
        }}
        onFormat={(changed) => sent.push(changed)}
      />,
    )
    const choose = (label: string) => {
      fields.fill(label)
      return sent.pop()
    }
    expect(choose('Transaction id')).toEqual({ ...format, columns: { ...columns, transaction: 'b' } })
    expect(choose('Click id')).toEqual({ ...format, columns: { ...columns, click_id: 'b' } })
    // A new column of dates or amounts is written in its own way.
    expect(choose('Date')).toEqual({ ...format, columns: { ...columns, time: 'b' }, dates: null })
    expect(choose('Amount')).toEqual({ ...format, columns: { ...columns, amount: 'b' }, decimal: null })
    expect(choose('Dates such as 3/4/2026')).toEqual({ ...format, dates: 'month-first' })
    expect(choose('Amounts are written')).toEqual({ ...format, decimal: '.' })
    expect(choose('“Odd” means')).toEqual({ ...format, kinds: { odd: 'chargeback' } })
  })

  it('of merged bookmakers', () => {
    const others = ['x', 'y'].map((id) => ({ id, name: id }))
    const links = { countries: [], linkCountries: {} }
    const fresh = open(<MergePanel id="b" name="b" into={null} merged={[]} others={others} {...links} />)
    fresh.fill('Merge into')
    // It moves what is counted, so it asks first.
    expect(fresh.press('Merge').sent).toBeUndefined()
    expect(fresh.press('Confirm: Merge').sent).toEqual([{ kind: 'merge', id: 'b', into: 'y' }])
    const merged = others.map((one) => ({ ...one, key: one.id }))
    const kept = open(
      <MergePanel id="b" name="b" into={null} merged={merged as never} others={others} {...links} />,
    )
    expect(kept.press('Split y').sent).toEqual([{ kind: 'split', id: 'y' }])
    const gone = open(
      <MergePanel id="b" name="b" into={{ id: 'x', name: 'x' }} merged={[]} others={others} {...links} />,
    )
    expect(gone.press('Split x').sent).toEqual([{ kind: 'split', id: 'b' }])
  })

  it('of merged leagues', () => {
    const leagues = ['x', 'y'].map((id) => ({ id, name: id, display_name: null }))
    const names = open(<LeagueNames leagues={leagues} aliases={[{ id: 'a', alias: 'A', league: 'x' }]} />)
    names.type('League to remove', 'x')
    names.type('League to keep', 'y')
    // Matches move, so it asks first.
    expect(names.press('Merge').sent).toBeUndefined()
    expect(names.press('Confirm: Merge').sent).toEqual([{ intent: 'merge', keep: 'y', gone: 'x' }])
    expect(names.press('Make it a separate league: A').sent).toEqual([{ intent: 'split', alias: 'a' }])
  })

  it('of languages, of which the default one has none', () => {
    const screen = open({ screen: Languages, data: { languages: LANGUAGES } })
    expect(screen.press('Set Italian as default').sent).toEqual([{ intent: 'default', id: 'it' }])
    expect(screen.press('Delete Italian', 'Confirm: Delete').sent).toEqual([{ intent: 'delete', id: 'it' }])
    expect(screen.buttons()).not.toContain('Delete English')
    expect(screen.buttons()).not.toContain('Set English as default')
  })

  it.each([
    [{}, { 'Start E': 'start', 'Delete E': 'delete' }],
    [{ started_at: new Date(0) }, { 'Stop E': 'stop' }],
    [{ started_at: new Date(0), ended_at: new Date(0), decision: 'b' }, { 'Adopt variant B E': 'adopt' }],
    [{ started_at: new Date(0), ended_at: new Date(0), decision: 'a' }, {}],
  ])('of an experiment in its state: %#', (state, buttons) => {
    const experiment = {
      ...{ id: 'e', name: 'E', kind: 'text', texts: { en: 'x' }, colour: null, bookmaker_ids: [], share: 50 },
      ...{ started_at: null, ended_at: null, decision: null, figures: null, result: null, needed: 10 },
      ...{
        isWithheld: false,
        outcome: 'clicks',
        alpha: 0.05,
        power: 0.8,
        baseline: 0.1,
        effect: 0.1,
        ...state,
      },
    }
    const adopted = { way_colour: null, way_texts: null, first_bookmakers: null }
    const panel = open(<ExperimentPanel experiment={experiment as never} bookmakers={[]} adopted={adopted} />)
    expect(panel.buttons()).toEqual(Object.keys(buttons))
    for (const [button, kind] of Object.entries(buttons))
      expect(panel.press(button).sent).toEqual([{ kind, id: 'e' }])
  })
})
