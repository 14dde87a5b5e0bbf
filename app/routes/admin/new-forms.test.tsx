import type { ComponentProps, ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AutomaticList } from '#app/features/contests/components/automatic-list.tsx'
import { WinnerList } from '#app/features/outrights/components/winner-list.tsx'
import { RunsPanel } from '#app/features/runs/components/runs-panel.tsx'
import { MappingRuns } from '#app/features/team-mapping/components/mapping-runs.tsx'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { RenderedContext } from '#app/ui/clock.tsx'
import { translatorOf } from '#tests/support/screen.tsx'
import { mount } from '#tests/support/tiny-react.ts'
import { NewRow } from './bulk-edit/new-row.tsx'
import { Adopted } from './experiments/adopted.tsx'
import { NewExperiment } from './experiments/new-experiment.tsx'
import { AddLanguage, NEW_LANGUAGE } from './languages/add-language.tsx'
import { NewMatch } from './matches/new-match.tsx'
import { UnmatchedMarkets } from './sources/unmatched-markets.tsx'
import { AddKey } from './translations/add-key.tsx'

/** What forms and buttons of the back office send that are not rows of a list: each field in its own column. */

const controls = vi.hoisted(() => () => import('#tests/support/controls.tsx'))
const sent = vi.hoisted(() => [] as unknown[])
vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('react-router', async (load) => ({
  ...(await load<typeof import('react-router')>()),
  useFetcher: () => ({
    ...{ state: 'idle', data: undefined, load() {} },
    submit: (body: string, { action }: { action: string }) => sent.push([action, JSON.parse(body)]),
  }),
}))
vi.mock('#app/ui/admin/fields.tsx', async () => (await controls()).replaced.fields)
vi.mock('#app/ui/admin/action-button.tsx', async () => (await controls()).replaced.actionButton)
vi.mock('#app/ui/admin/confirm-dialog.tsx', async () => {
  const { ConfirmDialog } = (await controls()).replaced.confirmDialog
  const Asking = ({
    dialog,
    ...props
  }: ComponentProps<typeof ConfirmDialog> & { dialog: { current: object } }) => {
    dialog.current = { showModal: () => sent.push('asked'), close() {} }
    return <ConfirmDialog {...props} />
  }
  return { ConfirmDialog: Asking }
})
vi.mock('#app/ui/admin/unsaved-guard.tsx', () => ({
  UnsavedGuard: ({ when }: { when: boolean }) => (when ? <mark /> : null),
}))
vi.mock('#app/ui/admin/use-request.ts', () => ({
  useRequest: () => ({ outcome: undefined, busy: false, send: (body: unknown) => sent.push(body) }),
}))
beforeEach(() => void sent.splice(0))

function open(element: ReactNode, language = 'en') {
  const page = mount(
    <I18nContext value={translatorOf(language)}>
      <RenderedContext value={{ at: Date.UTC(2026, 2, 1), zone: 'UTC' }}>{element}</RenderedContext>
    </I18nContext>,
    () => ({ focus() {}, showModal() {} }),
  )
  const call = (props: Record<string, unknown> | undefined, event: string, value: unknown) => {
    if (!props) throw new Error('there is no such control')
    const handler = props[event] as (value: unknown) => void
    handler(value)
  }
  return {
    /** Whether it is asked before the input is lost. */
    asks: () => page.all('mark').length > 0,
    labels: () => page.all('input').map(({ props }) => String(props['aria-label'])),
    press: (label: string, at = 0) =>
      call(
        page.all('button').filter(({ text, props }) => text === label || props['aria-label'] === label)[at]
          ?.props,
        'onClick',
        {},
      ),
    give: (label: string, value: unknown, at = 0) =>
      call(
        page.all('input').filter(({ props }) => props['aria-label'] === label)[at]?.props,
        'onChange',
        value,
      ),
    tick: (at: number, checked: boolean) =>
      call(page.all('input').filter(({ props }) => props.type === 'checkbox')[at]?.props, 'onChange', {
        target: { checked },
      }),
    /** @returns what the form sends */
    submit(at = 0) {
      call(page.all('form')[at]?.props, 'onSubmit', { preventDefault() {} })
      return sent.splice(0)
    },
  }
}

describe('the form of a new language', () => {
  const languages = ['de', 'it'].map((id) => ({
    ...{ id, code: id, name: id, native_name: id, flag_code: null, is_default: false, is_active: true },
    rtl: false,
  }))

  it('sends each field as it was typed, and whose texts to start from', () => {
    const form = open(<AddLanguage languages={languages} />)
    form.press('Add language')
    const typed = { name: 'Dutch', native_name: 'Nederlands', code: 'nl', flag_code: 'be' }
    const labels = { name: 'Language', native_name: 'Native name', code: 'Code', flag_code: 'Flag code' }
    for (const [column, text] of Object.entries(typed)) form.give(labels[column as keyof typeof labels], text)
    expect(form.submit()).toEqual([{ intent: 'add', values: { ...NEW_LANGUAGE, ...typed }, copyFrom: null }])
    const [active = '', rtl = '', byDefault = '', source = ''] = form.labels().slice(4)
    form.give(active, false)
    form.give(rtl, true)
    form.give(byDefault, true)
    form.give(source, 'it')
    const chosen = { is_active: false, rtl: true, is_default: true }
    expect(form.submit()).toEqual([{ intent: 'add', values: { ...typed, ...chosen }, copyFrom: 'it' }])
  })
})

describe('the form of a new key', () => {
  const languages = ['en', 'ar'].map((code) => ({
    ...{ id: `id-${code}`, code, name: code, nativeName: code, isDefault: code === 'en', isActive: true },
    ...{ rtl: code === 'ar', forms: [] },
  }))
  const namespaces = ['common', 'sports'].map((name) => ({ name }))

  it('sends the key, the namespace that is shown or another one, and the text of each language', () => {
    const form = open(<AddKey namespaces={namespaces} namespace="common" languages={languages} />)
    form.press('Add key')
    expect(form.asks()).toBe(false)
    form.give('Key', 'padel')
    form.give('ar', 'بادل')
    expect(form.asks()).toBe(true)
    const added = { intent: 'add', key: 'padel', values: { 'id-ar': 'بادل' } }
    expect(form.submit()).toEqual([{ ...added, namespace: 'common' }])
    form.give('Namespace', 'sports')
    form.give('en', 'Padel')
    expect(form.submit()).toEqual([
      { ...added, namespace: 'sports', values: { ...added.values, 'id-en': 'Padel' } },
    ])
  })
})

describe('the forms of mapping runs', () => {
  it('start a run of their own kind within their own choice', () => {
    const page = open(
      <MappingRuns
        sports={[{ id: 's', name: 'Soccer' }]}
        initial={{ data: null, teams: null }}
        hasTeams
        onTeamsEnd={() => {}}
      />,
    )
    page.give('Sport', 's', 1)
    page.give('Country', 'c', 1)
    page.give('League', 'l', 1)
    const everything = { sportId: null, countryId: null, leagueId: null }
    const to = '/admin/data-mapping/runs'
    expect(page.submit(0)).toEqual([[to, { intent: 'start', kind: 'data', scope: everything }]])
    const scope = { sportId: 's', countryId: 'c', leagueId: 'l' }
    expect(page.submit(1)).toEqual([[to, { intent: 'start', kind: 'teams', scope }]])
  })
})

it('each button Stop ends its own run', () => {
  const run = (id: string) => ({
    ...{ id, status: 'running' as const, percent: 5, counts: {}, createdAt: '2026-03-01T00:00:00Z' },
    ...{ place: { sport: null, country: null, league: null }, outcome: null, log: [], finishedAt: null },
  })
  const [data, teams] = [run('data'), run('teams')]
  const mapping = open(<MappingRuns sports={[]} initial={{ data, teams }} hasTeams onTeamsEnd={() => {}} />)
  mapping.press('Stop', 1)
  const imported = ['first', 'second'].map((id) => ({
    ...{ ...run(id), kind: 'promo', subject: 'x', params: {}, reasons: {}, error: null, waiting: null },
    ...{ requestedBy: null, requester: null, startedAt: null },
  }))
  let renewed = 0
  const panel = open(
    <RunsPanel
      state={{ runs: imported, lines: [] }}
      renew={() => (renewed += 1)}
      started={undefined}
      sportName={String}
    />,
  )
  panel.press('Stop', 1)
  expect(sent.splice(0)).toEqual([
    ['/admin/data-mapping/runs', { intent: 'cancel', runId: 'teams' }],
    ['/admin/runs', { intent: 'cancel', runId: 'second' }],
  ])
  expect(renewed).toBe(1)
})

it('a market that a source sends is mapped to what is chosen for it, or ignored', () => {
  const market = (key: string) => ({
    ...{ key, source: 'promo', seen: 1, firstSeen: '2026-03-01T00:00:00Z', example: '', isWhole: true },
  })
  const types = [
    { value: 'total', text: 'Goals', hasParticipant: true },
    { value: 'result', text: 'Result', hasParticipant: false },
  ]
  const periods = ['match', 'half_1'].map((value) => ({ value, text: value }))
  const markets = ['a', 'b'].map(market)
  const page = open(
    <UnmatchedMarkets
      markets={markets as never}
      total={2}
      choices={{ types, periods } as never}
      action="/to"
    />,
  )
  page.give('Market for b', 'total')
  page.give('Part of the match for b', 'half_1')
  page.give('Side for b', 'away')
  page.press('Match', 1)
  // A market without teams has none.
  page.give('Market for b', 'result')
  page.press('Match', 1)
  page.press('Ignore')
  const decided = (key: string, type: string | null, period: string | null, participant: string | null) => [
    '/to',
    { kind: 'market', source: 'promo', key, type, period, participant },
  ]
  expect(sent.splice(0)).toEqual([
    decided('b', 'total', 'half_1', 'away'),
    decided('b', 'result', 'half_1', null),
    decided('a', null, null, null),
  ])
})

it('the ticked participants are stored as winners, and earlier winners stay ticked', () => {
  const outright = (id: string) => ({
    ...{ id, name: id, sport: 'Golf', country: 'USA', league: 'PGA', closedAt: '2026-03-01T00:00:00Z' },
    participants: ['Rahm', 'Hovland', 'McIlroy'].map((name, at) => ({
      ...{ name, position: at + 1, hasWon: id === 'second' && at === 2 },
    })),
  })
  const outrights = ['first', 'second'].map(outright)
  const page = open(<WinnerList outrights={outrights as never} total={2} page={1} pages={1} />)
  page.tick(0, true)
  page.press('Store winners')
  // The first and the third of the second one.
  page.tick(3, true)
  page.press('Store winners', 1)
  page.tick(5, false)
  page.press('Store winners', 1)
  const stored = (of: string, winners: number[]) => [
    '/admin/review?tab=outrights',
    { outright: of, winners: expect.toSatisfy((it: number[]) => it.toSorted().join() === winners.join()) },
  ]
  expect(sent.splice(0)).toEqual([stored('first', [1]), stored('second', [1, 3]), stored('second', [1])])
})

it('an automatic link is parted by its kind once the operator confirms', () => {
  const link = (kind: 'league' | 'names', id: string | null, told: string) => ({
    ...{ kind, id, told, stored: `${told} FC`, pair: null, matches: 2, sources: ['promo'] },
    ...{ sportId: 's', sport: 'Soccer', countryId: 'c', country: 'Italy' },
  })
  const links = [link('league', 'l', 'Liga'), link('names', null, 'Roma')]
  const page = open(<AutomaticList links={links} total={2} text="" page={1} pages={1} />)
  page.press('Part')
  page.press('Part', 1)
  expect(sent.splice(0)).toEqual(['asked', 'asked'])
  page.press('Confirm: Part', 1)
  page.press('Confirm: Part')
  const to = '/admin/review?tab=decided'
  expect(sent.splice(0)).toEqual([
    [to, { part: 'names', countryId: 'c', told: 'Roma', stored: 'Roma FC' }],
    [to, { part: 'league', id: 'l' }],
  ])
})

describe('the form of a match by hand', () => {
  it('sends each field, a place by its stored name, and the kick-off as an instant', () => {
    const place = (name: string) => [{ id: name, name }]
    const known = { sport: place('Soccer'), country: place('Italy'), league: place('Serie A') }
    const chosen = { sport: 'Soccer', country: 'Italy', league: 'Serie A' }
    const form = open(<NewMatch chosen={chosen} known={known as never} isOpen />)
    const [sport = '', country = '', league = '', home = '', away = '', start = ''] = form.labels()
    expect(form.asks()).toBe(false)
    form.give(home, 'Inter')
    expect(form.asks()).toBe(true)
    form.give(home, '')
    expect(form.asks()).toBe(false)
    form.give(home, 'Inter')
    form.give(away, 'Milan')
    form.give(start, '2026-03-02T10:00')
    const values = { ...chosen, home_team: 'Inter', away_team: 'Milan' }
    const start_time = new Date(2026, 2, 2, 10).toISOString()
    expect(form.submit()).toEqual([{ kind: 'create', values: { ...values, start_time } }])
    form.give(sport, 'Padel')
    form.give(country, 'Spain')
    form.give(league, 'Liga')
    form.give(start, '')
    const other = { sport: 'Padel', country: 'Spain', league: 'Liga', start_time: '' }
    expect(form.submit()).toEqual([{ kind: 'create', values: { ...values, ...other } }])
    // Operators choose and type names in their language.
    const german = open(<NewMatch chosen={chosen} known={known as never} isOpen />, 'de')
    const [asSport = ''] = german.labels()
    expect(german.submit()).toMatchObject([{ values: { sport: 'Soccer' } }])
    german.give(asSport, 'Fußball')
    expect(german.submit()).toMatchObject([{ values: { sport: 'Soccer' } }])
  })
})

describe('the form of a team by hand', () => {
  it('makes a file of one line', () => {
    const planned: string[] = []
    const form = open(<NewRow list="teams" saves={0} busy={false} plan={(text) => planned.push(text)} />)
    const typed = [' Soccer', 'Italy ', 'Rome, the "old"']
    for (const [at, label] of form.labels().entries()) form.give(label, typed[at])
    form.submit()
    expect(planned).toEqual(['sport,country,name\r\nSoccer,Italy,"Rome, the ""old"""\r\n'])
  })
})

describe('the form of an experiment', () => {
  function openForm() {
    const form = open(
      <NewExperiment
        bookmakers={[{ id: 'b', name: 'Beta' }]}
        languages={['English', 'German'].map((name) => ({ code: name.slice(0, 2).toLowerCase(), name }))}
      />,
    )
    const labelOf = (words: RegExp) => form.labels().find((label) => words.test(label)) ?? ''
    expect(form.asks()).toBe(false)
    form.give(form.labels()[0] ?? '', 'Texts')
    expect(form.asks()).toBe(true)
    const create = () => {
      form.press('Create the experiment')
      return sent.splice(0)
    }
    return { ...form, labelOf, create }
  }
  const usual = {
    ...{ outcome: 'clicks', currency: null, baseline: 0.05, deviation: null, effect: 0.2, alpha: 0.05 },
    ...{ power: 0.8, window_days: 14, name: 'Texts', kind: 'button', colour: '', texts: {}, share: 100 },
    bookmaker_ids: [],
  }

  it('sends shares for percentages, and the texts of each language', () => {
    const { give, labelOf, create } = openForm()
    give(labelOf(/German/), 'Los')
    give(labelOf(/English/), 'Go')
    give(labelOf(/colou?r/i), '#aa0011')
    const texts = { ge: 'Los', en: 'Go' }
    expect(create()).toEqual([{ kind: 'create', values: { ...usual, texts, colour: '#aa0011' } }])
  })

  it('sends amounts of a currency where earnings decide', () => {
    const { give, labels, create } = openForm()
    // Behind the share of visitors: what decides, and of it the usual value.
    const [, , , , , , outcome = ''] = labels()
    give(outcome, 'earnings')
    const [baseline = '', deviation = '', currency = '', days = ''] = labels().slice(7)
    give(baseline, '2,5')
    give(deviation, '٧٫٥')
    give(currency, 'CHF')
    give(days, '7')
    const amounts = { outcome: 'earnings', baseline: 2.5, deviation: 7.5, currency: 'CHF', window_days: 7 }
    expect(create()).toEqual([{ kind: 'create', values: { ...usual, ...amounts } }])
  })
})

describe('what an experiment has won', () => {
  it('is released part by part', () => {
    const adopted = { way_colour: '#aa0011', way_texts: '{"en":"Go"}', first_bookmakers: 'b' }
    const panel = open(<Adopted adopted={adopted} bookmakers={[{ id: 'b', name: 'Beta' }]} />)
    for (const [text, column] of [
      ['Use the usual colour again', 'way_colour'],
      ['Use the buttons’ own texts again', 'way_texts'],
      ['Sort by payout again', 'first_bookmakers'],
    ] as const) {
      panel.press(text)
      expect(sent.splice(0)).toEqual([{ kind: 'release', column }])
    }
  })
})
