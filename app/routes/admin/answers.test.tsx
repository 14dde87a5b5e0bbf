import type { ComponentProps, ComponentType, ReactElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseTroublesFilter } from '#app/features/alerts/list.ts'
import { WinnerList } from '#app/features/outrights/components/winner-list.tsx'
import { NotDone } from '#app/ui/admin/save-bar.tsx'
import { drawScreen } from '#tests/support/screen.tsx'
import { screenResults } from '#tests/support/screen-results.ts'
import Alerts from './alerts/route.tsx'
import Api from './api/route.tsx'
import { LinksPanel } from './bookmakers/links-panel.tsx'
import { MergePanel } from './bookmakers/merge-panel.tsx'
import { NewBookmaker } from './bookmakers/new-bookmaker.tsx'
import { Imports } from './earnings/imports.tsx'
import { ReportImport } from './earnings/report-import.tsx'
import { Senders } from './earnings/senders.tsx'
import { NewMatch } from './matches/new-match.tsx'
import { Invitations } from './people/invitations.tsx'
import { PeopleTable } from './people/people-table.tsx'
import { UnmatchedMarkets } from './sources/unmatched-markets.tsx'
import Webhooks from './webhooks/route.tsx'
import Webhook from './webhooks/webhook.tsx'

/** What the screens show of the answer to a request apart from Save Changes. */

const fetched = vi.hoisted(() => ({ data: undefined as object | undefined }))
vi.mock('#app/ui/admin/use-request.ts', () => import('#tests/support/screen-results.ts'))
vi.mock('react-router', async (original) => ({
  ...(await original<typeof import('react-router')>()),
  useFetcher: () => ({ state: 'idle', load() {}, submit() {}, data: fetched.data }),
}))
beforeEach(() => {
  screenResults.requests = []
  fetched.data = undefined
})

const screen = (Screen: unknown, loaderData: object): ReactElement => {
  const Drawn = Screen as ComponentType<{ loaderData: object }>
  return <Drawn loaderData={loaderData} />
}

const api = screen(Api, { row: { id: 'r', needs_key: false, anonymous_limit: 600 }, keys: [], now: '' })
const webhooks = screen(Webhooks, { webhooks: [], keys: [{ id: 'k', name: 'K' }] })
const webhook = screen(Webhook, {
  row: {
    ...{ id: 'w', name: 'W', url: 'https://w.example/', country: '', is_active: true, events: '' },
    ...{ price_percent: 5, leagues: '' },
  },
  ...{ deliveries: [], choices: [], key: 'k', stoppedAt: null, place: {}, sports: [], countries: [] },
  leagues: [],
})
const alerts = screen(Alerts, {
  row: {
    id: 'a',
    mails: false,
    mail_to: '',
    webhook_url: '',
    quiet_from: '',
    quiet_until: '',
    time_zone: 'UTC',
  },
  ...{ hasSecret: true, troubles: [], total: 0, filter: parseTroublesFilter(new URLSearchParams()) },
})
const senders = <Senders senders={[]} bookmakers={[]} address="" />
const newMatch = (
  <NewMatch
    chosen={{ sport: '', country: '', league: '' }}
    known={{ sport: [], country: [], league: [] }}
    isOpen
  />
)
const merge = (
  <MergePanel id="b" name="Alpha" into={null} merged={[]} others={[]} countries={[]} linkCountries={{}} />
)
const invitations = (
  <Invitations
    invitations={[]}
    givable={['editor']}
    languages={[{ code: 'en', nativeName: 'English' }]}
    language="en"
  />
)
const winners = (
  <WinnerList
    outrights={[
      {
        ...{ id: 'o', name: 'Cup', sport: 'Soccer', country: 'Italy', league: 'Serie A' },
        ...{ closedAt: '2026-03-01T00:00:00Z', participants: [] },
      } as never,
    ]}
    {...{ total: 1, page: 1, pages: 1 }}
  />
)
const markets = <UnmatchedMarkets markets={[]} total={0} choices={{} as never} action="" />

const required = (column: string) => ({ problems: [{ column, problem: 'problem.required' }] })
const made = { sport: 's', country: 'c', league: 'l', teams: 'Inter – Milan', start: '2026-03-01T12:00:00Z' }

type Answer = [what: string, element: ReactElement, outcome: object, texts: string[]]

function shows(_: string, element: ReactElement, outcome: object, texts: string[]): void {
  for (const text of texts) expect(drawScreen(element)).not.toContain(text)
  screenResults.requests = [outcome]
  const drawn = drawScreen(element)
  for (const text of texts) expect(drawn).toContain(text)
}

describe('the screen shows the answer to a request', () => {
  it.each<Answer>([
    [
      'its secret',
      api,
      { kind: 'created', key: 'ovr_x' },
      ['Copy this key now. It is not shown again.', '>ovr_x<'],
    ],
    ['without a name', api, { kind: 'refused-key', ...required('name') }, ['This field is required']],
  ])('of a key: %s', shows)

  it.each<Answer>([
    [
      'its secret',
      webhooks,
      { kind: 'created', id: 'w1', secret: 'whsec_x' },
      ['Copy this secret now. It is not shown again.', '>whsec_x<', 'href="/admin/webhooks/w1"'],
    ],
    [
      'without a name',
      webhooks,
      { kind: 'refused-webhook', ...required('name') },
      ['This field is required'],
    ],
    [
      'a new secret',
      webhook,
      { kind: 'renewed', secret: 'whsec_y' },
      ['Copy this secret now. It is not shown again.', '>whsec_y<'],
    ],
  ])('of a webhook: %s', shows)

  it.each<Answer>([
    [
      'its secret',
      senders,
      { kind: 'created', secret: 'sender_x' },
      ['This secret is shown only once. Give it to the sender:', '>sender_x<'],
    ],
    ['which is gone', senders, { kind: 'gone' }, ['This sender no longer exists.']],
    [
      'without a name',
      senders,
      { kind: 'refused-sender', problem: 'problem.required' },
      ['This field is required'],
    ],
  ])('of a sender of postbacks: %s', shows)

  it.each<Answer>([
    [
      'which is added',
      newMatch,
      { kind: 'created', ...made },
      ['The match is added. Type its odds in its league.', 'Show its league'],
    ],
    [
      'which already exists',
      newMatch,
      { kind: 'known', ...made },
      ['This match is there already.', 'Inter – Milan'],
    ],
    [
      'without a team',
      newMatch,
      { kind: 'refused-match', ...required('home_team') },
      ['This field is required'],
    ],
  ])('of a match by hand: %s', shows)

  it.each<Answer>([
    ['which is done', merge, { kind: 'merged' }, ['The bookmakers are merged.']],
    ['which is taken back', merge, { kind: 'split' }, ['The bookmaker is its own again.']],
    ['which failed', merge, { kind: 'failed', message: null }, ['Failed to save changes']],
  ])('of a merge of bookmakers: %s', shows)

  it.each<Answer>([
    [
      'which is added',
      <NewBookmaker key="b" />,
      { kind: 'created', id: 'b1' },
      ['The bookmaker is added.', 'href="/admin/bookmakers/b1"'],
    ],
    [
      'whose name is taken',
      <NewBookmaker key="b" />,
      { kind: 'name-taken' },
      ['A bookmaker has this name already.'],
    ],
  ])('of a bookmaker: %s', shows)

  it.each<Answer>([
    [
      'a check that begins',
      <LinksPanel key="l" links={[]} total={0} />,
      { kind: 'asked' },
      ['The check has begun.'],
    ],
    [
      'a check that runs',
      <LinksPanel key="l" links={[]} total={0} />,
      { kind: 'running' },
      ['A check is already running.'],
    ],
  ])('of links: %s', shows)

  it.each<Answer>([
    [
      'which is taken back',
      <Imports key="i" imports={[]} />,
      { kind: 'undone', count: 2 },
      ['2 transactions were taken back.'],
    ],
    [
      'which is gone',
      <Imports key="i" imports={[]} />,
      { kind: 'gone' },
      ['The report could not be taken back. Reload the page.'],
    ],
    [
      'whose sender is gone',
      <ReportImport key="r" senders={[]} />,
      { kind: 'gone' },
      ['This sender no longer exists.'],
    ],
    [
      'which failed',
      <ReportImport key="r" senders={[]} />,
      { kind: 'failed' },
      ['The file could not be imported. Nothing was stored.'],
    ],
    [
      'which is not CSV',
      <ReportImport key="r" senders={[]} />,
      { kind: 'refused', problem: 'x' },
      ['This file is not CSV'],
    ],
  ])('of a report: %s', shows)

  it.each<Answer>([
    [
      'which is sent',
      invitations,
      { kind: 'invited', email: 'ada@example.org' },
      ['The invitation to ada@example.org is on its way.'],
    ],
    ['which is withdrawn', invitations, { kind: 'withdrawn' }, ['The invitation is withdrawn.']],
    [
      'to somebody with a role',
      invitations,
      { kind: 'invite-refused', problem: 'has-role' },
      ['This account has a role already.'],
    ],
  ])('of an invitation: %s', shows)

  it.each<Answer>([
    [
      'a wrong password',
      <PeopleTable key="p" people={[]} me="m" givable={[]} />,
      { kind: 'password-refused', problem: 'password-wrong' },
      ['Your password is wrong. Nothing was changed.'],
    ],
    [
      'the last owner',
      <PeopleTable key="p" people={[]} me="m" givable={[]} />,
      { kind: 'person-refused', problem: 'last-owner' },
      ['The site needs an owner.'],
    ],
    [
      'a change',
      <PeopleTable key="p" people={[]} me="m" givable={[]} />,
      { kind: 'done', email: 'ada@example.org' },
      ['Done for ada@example.org.'],
    ],
  ])('of an account: %s', shows)

  it.each<[what: string, outcome: NonNullable<ComponentProps<typeof NotDone>['outcome']>, text: string]>([
    ['failed', { kind: 'failed' }, 'Failed to save changes'],
    ['a role does not allow', { kind: 'forbidden' }, 'Your role does not allow this. Nothing was changed.'],
    ['ended with a sign-out', { kind: 'signed-out' }, 'You have been signed out.'],
    [
      'the site does not understand',
      { kind: 'refused', problem: 'problem.malformed' },
      'The site does not understand this request',
    ],
  ])('that %s', (_, outcome, text) => expect(drawScreen(<NotDone outcome={outcome} />)).toContain(text))

  it.each<[what: string, element: ReactElement, data: object, text: string]>([
    ['a new secret of the alerts', alerts, { kind: 'renewed', secret: 'whsec_z' }, '>whsec_z<'],
    ['winners', winners, { kind: 'saved' }, 'Stored.'],
    ['winners of an open outright', winners, { kind: 'refused' }, 'This outright is open or cancelled'],
    ['winners that failed', winners, { kind: 'failed' }, 'The decision could not be saved.'],
    ['a mapped market', markets, { kind: 'saved' }, 'Saved. It takes effect with the next import.'],
    ['a market that failed', markets, { kind: 'failed' }, 'Failed to save changes'],
  ])('of a fetcher: %s', (_, element, data, text) => {
    expect(drawScreen(element)).not.toContain(text)
    fetched.data = data
    expect(drawScreen(element)).toContain(text)
  })
})
