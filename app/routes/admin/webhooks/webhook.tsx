import { Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { data, Link, redirect } from 'react-router'
import { z } from 'zod'
import { countAttempt } from '#app/features/accounts/limits.server.ts'
import {
  listCountryChoices,
  listLeagueChoices,
  listSportChoices,
} from '#app/features/catalogue/editor-queries.server.ts'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { findChosenPlace } from '#app/features/matches/editor-queries.server.ts'
import {
  findWebhook,
  redeliver,
  removeWebhook,
  renewSecret,
  resume,
  saveWebhooks,
} from '#app/features/webhooks/commands.server.ts'
import { readEvents, readWords, WEBHOOK_EVENTS, webhookChange } from '#app/features/webhooks/schema.ts'
import { testReceiver } from '#app/features/webhooks/send-test.server.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { changesSchema } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { isId } from '#app/platform/ids.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Chip } from '#app/ui/admin/chip.tsx'
import { ChoiceField } from '#app/ui/admin/choice-field.tsx'
import { ConfirmButton } from '#app/ui/admin/confirm-button.tsx'
import { Field, SelectField, Toggle } from '#app/ui/admin/fields.tsx'
import { AdminPage, Panel } from '#app/ui/admin/page.tsx'
import { NotDone, SaveBar } from '#app/ui/admin/save-bar.tsx'
import { SecretOnce } from '#app/ui/admin/secret-once.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Instant } from '#app/ui/time.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { checkChanges, readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { itemMeta } from '../item-meta.ts'
import { SendTest } from '../send-test.tsx'
import type { Route } from './+types/webhook'
import { PercentField } from './percent-field.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'api.read')
  const { webhookId: id } = params
  const webhook = isId(id)
    ? await reading(services, 'screen', findWebhook(services.database.kysely, id))
    : undefined
  if (!webhook) throw data(null, { status: 404 })
  const place = await reading(services, 'leagues', findChosenPlace(services, placeOf(url.searchParams)))
  const [sports, countries, choices] = await Promise.all([
    reading(services, 'sports', listSportChoices(services)),
    place.sport ? reading(services, 'countries', listCountryChoices(services, place.sport)) : [],
    place.country ? reading(services, 'leagues', listLeagueChoices(services, place.country)) : [],
  ])
  return { ...webhook, place, sports, countries, choices }
}

/**
 * Where a league is added from. The parameters have names of their own: `sport` and `country` select the rows of other screens,
 * so that another value would lose what is not saved.
 */
const PLACE = { sport: 'add-sport', country: 'add-country' } as const

function placeOf(query: URLSearchParams): URLSearchParams {
  const { sport, country } = PLACE
  return new URLSearchParams({ sport: query.get(sport) ?? '', country: query.get(country) ?? '' })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return itemMeta(loaderData?.row.name, matches)
}

const request = z.union([
  z.object({ kind: z.literal('renew') }),
  z.object({ kind: z.literal('resume') }),
  z.object({ kind: z.literal('remove') }),
  z.object({ kind: z.literal('test') }),
  z.object({ kind: z.literal('redeliver'), delivery: z.int().positive() }),
  changesSchema,
])

export const action = adminAction('api.change', async ({ services, actor, params, request: received }) => {
  const { webhookId: id = '' } = params
  if (!isId(id)) throw data(null, { status: 404 })
  const db = services.database.kysely
  const asked = await readJson(received, request)
  if (!('kind' in asked)) {
    const { changes, problems } = checkChanges(asked, webhookChange)
    if (problems.length > 0) return { kind: 'invalid' as const, problems }
    return saveWebhooks(db, changes, actor)
  }
  if (asked.kind === 'renew') {
    const secret = await renewSecret(db, services.env, id, actor)
    return secret ? { kind: 'renewed' as const, secret } : { kind: 'gone' as const }
  }
  if (asked.kind === 'test') {
    const isRefused = !(await countAttempt(services.database, { 'alert-test:account': actor.id }))
    return { kind: 'tested' as const, results: await testReceiver(services, id, isRefused) }
  }
  if (asked.kind === 'remove') {
    await removeWebhook(db, id, actor)
    throw redirect('/admin/webhooks')
  }
  const isDone =
    asked.kind === 'resume' ? await resume(db, id, actor) : (await redeliver(db, [asked.delivery], id)) > 0
  return { kind: isDone ? ('done' as const) : ('gone' as const) }
})

type Outcome =
  | { kind: 'renewed'; secret: string }
  | { kind: 'done' | 'gone' | 'signed-out' | 'forbidden' }
  | { kind: 'failed'; message: string | null }

type Data = Route.ComponentProps['loaderData']

export default function Webhook({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const { row: stored, key, hasKeyEnded, stoppedAt, deliveries } = loaderData
  const rows = useMemo(() => [stored], [stored])
  const editor = useEditor(rows)
  const request = useRequest<Outcome>()
  const row = editor.rows[0] ?? stored
  const field = (column: 'name' | 'url' | 'country') => ({
    label: column === 'name' ? t('webhooks.name') : columnText(t, column),
    value: row[column],
    changed: editor.isChanged(row.id, column),
    problem: problemText(t, editor.problemOf(row.id, column)),
    onValue: (text: string) => editor.set(row.id, { [column]: text }),
  })
  return (
    <AdminPage
      title={stored.name}
      description={t('webhooks.of-key', { key })}
      actions={
        <>
          <ListLink list="webhook_deliveries" search={stored.name} />
          <HistoryButton entity="webhooks" id={row.id} name={stored.name} />
          <Link to="/admin/webhooks" className="button-quiet min-h-10 px-4 text-sm">
            {t('menu.webhooks')}
          </Link>
        </>
      }
    >
      {hasKeyEnded && <Banner tone="error">{t('webhooks.key-ended')}</Banner>}
      {stoppedAt && (
        <Banner tone="error">
          {t('webhooks.stopped')}{' '}
          <ActionButton
            unavailable={request.busy}
            className="button-quiet min-h-10 px-3 text-sm"
            onClick={() => request.send({ kind: 'resume' })}
          >
            {t('webhooks.resume')}
          </ActionButton>
        </Banner>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t('webhooks.receiver')}>
          <Field {...field('name')} longest={100} />
          <Field {...field('url')} type="url" dir="ltr" hint={t('webhooks.url-hint')} />
          <Field {...field('country')} dir="ltr" maxLength={2} hint={t('webhooks.country-hint')} />
          <Toggle
            label={columnText(t, 'is_active')}
            on={row.is_active}
            changed={editor.isChanged(row.id, 'is_active')}
            onToggle={(is_active) => editor.set(row.id, { is_active })}
          />
          <div className="flex flex-wrap gap-2">
            <ActionButton
              unavailable={request.busy}
              className="button-quiet min-h-10 px-4 text-sm"
              onClick={() => request.send({ kind: 'renew' })}
            >
              {t('alerts.secret-new')}
            </ActionButton>
            <ConfirmButton
              label={t('webhooks.remove')}
              title={t('webhooks.remove')}
              text={t('webhooks.remove-text')}
              confirm={t('webhooks.remove')}
              onConfirm={() => request.send({ kind: 'remove' })}
            >
              <Trash2 aria-hidden="true" className="size-4" />
            </ConfirmButton>
          </div>
          {request.outcome?.kind === 'renewed' && (
            <SecretOnce text={t('alerts.secret-once')} secret={request.outcome.secret} />
          )}
          <NotDone outcome={request.outcome} />
          <SendTest kind="test" isEdited={row.url !== stored.url} />
        </Panel>
        <Panel title={columnText(t, 'events')}>
          {WEBHOOK_EVENTS.map((event) => {
            const events = readEvents(row.events)
            return (
              <Toggle
                key={event}
                label={t(`webhooks.event.${event.replace('.', '-') as 'match-added'}`)}
                on={events.includes(event)}
                onToggle={(on) => {
                  const chosen = on ? [...events, event] : events.filter((it) => it !== event)
                  editor.set(row.id, { events: WEBHOOK_EVENTS.filter((it) => chosen.includes(it)).join(' ') })
                }}
              />
            )
          })}
          <PercentField
            label={columnText(t, 'price_percent')}
            value={row.price_percent}
            changed={editor.isChanged(row.id, 'price_percent')}
            problem={problemText(t, editor.problemOf(row.id, 'price_percent'))}
            hint={t('webhooks.percent-hint')}
            onPercent={(percent) => editor.set(row.id, { price_percent: percent as number })}
          />
        </Panel>
        <Panel title={t('column.leagues')}>
          <Leagues
            data={loaderData}
            chosen={readWords(row.leagues)}
            problem={problemText(t, editor.problemOf(row.id, 'leagues'))}
            choose={(leagues) => editor.set(row.id, { leagues: leagues.join(' ') })}
          />
        </Panel>
      </div>
      <Panel title={t('webhooks.messages')}>
        <Deliveries
          deliveries={deliveries}
          busy={request.busy}
          redeliver={(delivery) => request.send({ kind: 'redeliver', delivery })}
        />
      </Panel>
      <SaveBar
        editor={editor}
        texts={{ saved: t('webhooks.saved'), column: (column) => columnText(t, column) }}
      />
    </AdminPage>
  )
}

function Leagues({
  data: { place, sports, countries, choices, leagues },
  chosen,
  problem,
  choose,
}: {
  data: Data
  chosen: string[]
  problem: string | undefined
  choose: (leagues: string[]) => void
}) {
  const { t } = useTranslation('admin')
  const names = usePlaceNames()
  const nameOf = (id: string) => {
    const stored = leagues.find((it) => it.id === id)
    if (stored) return names.line(stored, ' – ')
    return choices.find((it) => it.id === id)?.name ?? id
  }
  return (
    <>
      {chosen.length === 0 && <p className="text-sm text-muted">{t('webhooks.all-leagues')}</p>}
      {problem && <p className="text-sm text-danger">{problem}</p>}
      <ul className="flex flex-wrap gap-2">
        {chosen.map((id) => (
          <li key={id}>
            <Chip
              name={nameOf(id)}
              label={t('webhooks.remove-league', { name: nameOf(id) })}
              onRemove={() => choose(chosen.filter((it) => it !== id))}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <ChoiceField
          name={PLACE.sport}
          isAdder
          label={t('matches.sport')}
          choices={sports.map((it) => ({ ...it, name: names.sport(it.name) }))}
          chosen={place.sport}
          resets={[PLACE.country]}
        />
        <ChoiceField
          name={PLACE.country}
          label={t('matches.country')}
          choices={countries.map((it) => ({ ...it, name: names.country(it.name) }))}
          chosen={place.country}
          disabled={!place.sport}
        />
        <SelectField
          label={t('webhooks.add-league')}
          value=""
          disabled={choices.length === 0}
          options={[
            { value: '', text: t('choose') },
            ...choices
              .filter(({ id }) => !chosen.includes(id))
              .map(({ id, name }) => ({ value: id, text: name })),
          ]}
          onValue={(id) => id && choose([...chosen, id])}
        />
      </div>
    </>
  )
}

function Deliveries({
  deliveries,
  busy,
  redeliver,
}: {
  deliveries: Data['deliveries']
  busy: boolean
  redeliver: (id: number) => void
}) {
  const { t } = useTranslation('admin')
  if (deliveries.length === 0) return <p className="text-sm text-muted">{t('webhooks.no-messages')}</p>
  const columns = ['type', 'status', 'attempts', 'created_at', 'actions'] as const
  return (
    <AdminTable
      label={t('webhooks.messages')}
      columns={columns.map((key) => ({ key, text: columnText(t, key) }))}
    >
      {deliveries.map((it) => (
        <AdminRow key={it.id} changed={false}>
          <td className={CELL}>
            <code dir="ltr" className="text-xs">
              {it.type} msg_{it.id}
            </code>
          </td>
          <td className={CELL}>
            {t(`webhooks.message.${it.state as 'waiting' | 'delivered' | 'failed'}`)}
            {(it.status ?? it.error) !== null && (
              <span className="block text-xs text-muted">
                <code dir="ltr">{[it.status, it.error].filter((part) => part !== null).join(' ')}</code>
              </span>
            )}
            {it.state === 'waiting' && it.attempts > 0 && (
              <span className="block text-xs text-muted">
                {t('webhooks.next-attempt')} <Instant at={it.nextAt} style="dateTime" />
              </span>
            )}
          </td>
          <td className={`${CELL} tabular-nums`}>{it.attempts}</td>
          <td className={CELL}>
            <Instant at={it.createdAt} style="dateTime" />
          </td>
          <td className={CELL}>
            <ActionButton
              unavailable={busy}
              className="button-quiet min-h-10 px-3 text-xs"
              onClick={() => redeliver(it.id)}
            >
              {t('webhooks.redeliver')}
              <span className="sr-only"> msg_{it.id}</span>
            </ActionButton>
          </td>
        </AdminRow>
      ))}
    </AdminTable>
  )
}
