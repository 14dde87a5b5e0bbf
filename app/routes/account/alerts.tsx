import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { data, Form } from 'react-router'
import { INPUT } from '#app/features/accounts/components/field.tsx'
import { deviceName } from '#app/features/accounts/rules.ts'
import { field, readForm } from '#app/features/accounts/visit.server.ts'
import { readAudience } from '#app/features/audiences/queries.server.ts'
import { listLanguages } from '#app/features/languages/queries.server.ts'
import { PriceFormatContext } from '#app/features/odds/components/odds.tsx'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import {
  deleteAlert,
  pauseAlert,
  renewAlert,
  resumeAlert,
} from '#app/features/visitor-alerts/commands.server.ts'
import { AlertName } from '#app/features/visitor-alerts/components/alert-name.tsx'
import { PushSwitch } from '#app/features/visitor-alerts/components/push-switch.tsx'
import {
  addSubscription,
  readVapidKeys,
  removeSubscription,
} from '#app/features/visitor-alerts/push.server.ts'
import {
  type ListedAlert,
  type ListedBrowser,
  listAlerts,
  listBrowsers,
  listTold,
  type ToldAlert,
} from '#app/features/visitor-alerts/queries.server.ts'
import { MOST_A_DAY } from '#app/features/visitor-alerts/schema.ts'
import { readWishes, saveWishes, wishesOf } from '#app/features/visitor-alerts/settings.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { isId } from '#app/platform/ids.ts'
import { homePath } from '#app/platform/paths.ts'
import { visitorZone } from '#app/platform/time.ts'
import { listZoneGroups, modernZone, type ZoneGroup } from '#app/platform/time-zones.ts'
import { plainHead } from '#app/site/base/head.ts'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'
import { Name } from '#app/ui/name.tsx'
import { Section } from '#app/ui/section.tsx'
import { Instant } from '#app/ui/time.tsx'
import type { Route } from './+types/alerts'
import { formatOf, type OwnVisit, openOwn } from './own.server.ts'
import { OwnTabs } from './own-tabs.tsx'

export async function loader(args: Route.LoaderArgs) {
  const { services, lang, user } = await openOwn(args)
  const { database, env } = services
  const [labels, settings, languages, audience] = await Promise.all([
    getResources(services, lang),
    readSettings(services),
    listLanguages(services),
    readAudience(services),
  ])
  const fallback = { language: lang, timeZone: settings.time_zone }
  const [alerts, told, browsers, wishes, keys] = await Promise.all([
    listAlerts(services, user.id),
    listTold(services, user.id),
    listBrowsers(services, user.id),
    readWishes(database.kysely, user.id, fallback),
    readVapidKeys(database.kysely, env),
  ])
  return {
    title: labels.alerts?.alerts,
    email: user.email,
    format: formatOf(user),
    mayAlert: audience.alerts,
    languages: languages.map(({ code, nativeName }) => ({ code, nativeName })),
    zones: listZoneGroups(new Date()),
    isMade: args.url.searchParams.has('made'),
    publicKey: keys.publicKey,
    ...{ alerts, told, browsers, wishes },
  }
}

type Outcome = 'done' | 'saved' | 'invalid' | 'push.failed'

export async function action(args: Route.ActionArgs) {
  const visit = await openOwn(args)
  const outcome = await act(visit, await readForm(visit))
  const isProblem = outcome === 'invalid' || outcome === 'push.failed'
  return data({ outcome, at: Date.now() }, { status: isProblem ? 400 : 200 })
}

async function act({ services, user, request }: OwnVisit, form: FormData): Promise<Outcome> {
  const { database } = services
  const intent = field(form, 'intent')
  const alertId = field(form, 'id', 40)
  const own = { userId: user.id, alertId }
  if (intent === 'save') return save({ services, userId: user.id }, form)
  if (intent === 'subscribe') {
    const json = field(form, 'subscription')
    const userAgent = request.headers.get('user-agent')
    return (await addSubscription(database.kysely, user.id, { json, userAgent })) ? 'done' : 'push.failed'
  }
  if (!isId(alertId)) return 'invalid'
  if (intent === 'pause') await pauseAlert({ database }, own)
  else if (intent === 'resume') await resumeAlert(services, own)
  else if (intent === 'again') await renewAlert({ database }, own)
  else if (intent === 'delete') await deleteAlert({ database }, own)
  else if (intent === 'unsubscribe') await removeSubscription(database.kysely, user.id, alertId)
  else return 'invalid'
  return 'done'
}

async function save(
  { services, userId }: { services: OwnVisit['services']; userId: string },
  form: FormData,
): Promise<Outcome> {
  const languages = await listLanguages(services)
  const read = wishesOf(languages.map(({ code }) => code)).safeParse({
    language: field(form, 'language', 10),
    timeZone: field(form, 'timeZone', 100),
    mails: form.get('mails') === 'on',
    dailyLimit: field(form, 'dailyLimit', 10),
    quietFrom: field(form, 'quietFrom', 10),
    quietUntil: field(form, 'quietUntil', 10),
  })
  if (!read.success) return 'invalid'
  await saveWishes(services.database.kysely, userId, read.data)
  return 'saved'
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  return plainHead(loaderData?.title, root.loaderData)
}

export default function AlertsPage({ loaderData, actionData, matches: [root] }: Route.ComponentProps) {
  const { t, i18n } = useTranslation('alerts')
  const { alerts, told, browsers, mayAlert, publicKey } = loaderData
  const outcome = actionData?.outcome
  return (
    <PriceFormatContext value={loaderData.format ?? root.loaderData?.priceFormat ?? 'decimal'}>
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-5">
        <h1 className="title">{t('alerts')}</h1>
        <OwnTabs current="alerts" />
        {!mayAlert && <Banner tone="notice">{t('forbidden')}</Banner>}
        {outcome === 'invalid' && <Banner tone="error">{t('invalid')}</Banner>}
        {outcome === 'push.failed' && <Banner tone="error">{t('push.failed')}</Banner>}
        {outcome === 'saved' && <PassingBanner key={actionData?.at}>{t('saved')}</PassingBanner>}
        {loaderData.isMade && !actionData && <PassingBanner>{t('made')}</PassingBanner>}
        <p className="text-sm text-body">{t('about')}</p>
        {alerts.length > 0 ? (
          <ul className="divide-y divide-line rounded-lg border border-card-line bg-card px-3">
            {alerts.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        ) : (
          <>
            <p className="text-sm text-body">{t('none')}</p>
            <a href={homePath(i18n.language)} className="button min-h-11 self-start px-6 text-sm">
              {t('browse')}
            </a>
          </>
        )}
        <Section title={t('settings')}>
          <Settings {...loaderData} />
        </Section>
        <Section title={t('push')}>
          <p className="text-sm text-body">{t('push.about')}</p>
          <PushSwitch publicKey={publicKey} endpoints={browsers.map(({ endpoint }) => endpoint)} />
          <Browsers browsers={browsers} />
        </Section>
        <Section title={t('told')}>
          <Told told={told} />
        </Section>
      </div>
    </PriceFormatContext>
  )
}

function AlertRow({ alert }: { alert: ListedAlert }) {
  const { t } = useTranslation('alerts')
  const { match, league, team, isPaused, isOver, firedAt } = alert
  const subject = match ? `${match.home} – ${match.away}` : (league?.name ?? team?.name ?? t('of-favourites'))
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 text-sm">
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold text-heading">
          <Name>{subject}</Name>
        </p>
        <p className="text-body">
          <AlertName alert={alert} />
        </p>
        <p className="text-xs text-muted">
          <AlertState alert={alert} />
        </p>
      </div>
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="id" value={alert.id} />
        {firedAt && !isOver && <Act intent="again">{t('again')}</Act>}
        {!isOver && !firedAt && (
          <Act intent={isPaused ? 'resume' : 'pause'}>{t(isPaused ? 'resume' : 'pause')}</Act>
        )}
        <Act intent="delete">{t('delete')}</Act>
      </Form>
    </li>
  )
}

function Act({ intent, children }: { intent: string; children: ReactNode }) {
  return (
    <button type="submit" name="intent" value={intent} className="button-quiet min-h-11 px-4 text-sm">
      {children}
    </button>
  )
}

function AlertState({ alert: { isPaused, isOver, isCancelled, firedAt } }: { alert: ListedAlert }) {
  const { t } = useTranslation('alerts')
  if (isCancelled) return t('state.cancelled')
  if (firedAt) {
    const [before, after] = t('state.fired', { at: '\u2063' }).split('\u2063')
    return (
      <>
        {before}
        <Instant at={firedAt} style="dateTime" />
        {after}
      </>
    )
  }
  return t(isOver ? 'state.over' : isPaused ? 'state.paused' : 'state.waiting')
}

type SettingsProps = Pick<
  Route.ComponentProps['loaderData'],
  'email' | 'languages' | 'zones' | 'wishes' | 'isMade'
>

function Settings({ email, languages, zones, wishes }: SettingsProps) {
  const { t } = useTranslation('alerts')
  const zone = useRef<HTMLSelectElement>(null)
  const { isChosen } = wishes
  // Until the visitor has saved a time zone, it is that of the browser.
  useEffect(() => {
    const own = modernZone(visitorZone())
    const isListed = zones.some((group) => group.zones.some(({ name }) => name === own))
    if (!isChosen && zone.current && isListed) zone.current.value = own
  }, [isChosen, zones])
  return (
    <Form
      method="post"
      className="grid gap-4 rounded-lg border border-card-line bg-card p-4 md:grid-cols-2"
      key={JSON.stringify(wishes)}
    >
      <input type="hidden" name="intent" value="save" />
      <label className="flex min-h-11 items-center gap-3 text-sm text-body md:col-span-2">
        <input
          type="checkbox"
          name="mails"
          defaultChecked={wishes.mails}
          className="size-5 shrink-0 accent-(--button-background)"
        />
        <span>{t('settings.mails', { email: `\u2068${email}\u2069` })}</span>
      </label>
      <Labelled label={t('settings.language')}>
        {(id) => (
          <select id={id} name="language" defaultValue={wishes.language} className={INPUT}>
            {languages.map(({ code, nativeName }) => (
              <option key={code} value={code} lang={code}>
                {nativeName}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label={t('settings.limit')}>
        {(id) => (
          <input
            id={id}
            name="dailyLimit"
            type="number"
            min={1}
            max={MOST_A_DAY}
            required
            defaultValue={wishes.dailyLimit}
            className={INPUT}
          />
        )}
      </Labelled>
      <Labelled label={t('settings.quiet-from')}>
        {(id) => (
          <input
            id={id}
            name="quietFrom"
            type="time"
            required
            defaultValue={wishes.quietFrom}
            className={INPUT}
          />
        )}
      </Labelled>
      <Labelled label={t('settings.quiet-until')}>
        {(id) => (
          <input
            id={id}
            name="quietUntil"
            type="time"
            required
            defaultValue={wishes.quietUntil}
            className={INPUT}
          />
        )}
      </Labelled>
      <Labelled label={t('settings.zone')}>
        {(id) => (
          <select
            ref={zone}
            id={id}
            name="timeZone"
            dir="ltr"
            defaultValue={modernZone(wishes.timeZone)}
            className={INPUT}
          >
            {zones.map((group) => (
              <ZoneOptions key={group.region} {...group} />
            ))}
          </select>
        )}
      </Labelled>
      <p className="text-xs text-muted md:col-span-2">{t('settings.quiet-hint')}</p>
      <div className="md:col-span-2">
        <button type="submit" className="button min-h-11 px-6 text-sm">
          {t('save')}
        </button>
      </div>
    </Form>
  )
}

function ZoneOptions({ region, zones }: ZoneGroup) {
  const options = zones.map(({ name, text }) => (
    <option key={name} value={name}>
      {text}
    </option>
  ))
  return region ? <optgroup label={region}>{options}</optgroup> : options
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-body">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

function Browsers({ browsers }: { browsers: ListedBrowser[] }) {
  const { t } = useTranslation('alerts')
  if (browsers.length === 0) return null
  return (
    <ul className="divide-y divide-line rounded-lg border border-card-line bg-card px-3">
      {browsers.map(({ id, userAgent }) => (
        <li key={id} className="flex min-h-14 items-center gap-3 py-2 text-sm">
          <span className="grow text-heading">{deviceName(userAgent) ?? t('push.unknown')}</span>
          <Form method="post">
            <input type="hidden" name="id" value={id} />
            <Act intent="unsubscribe">{t('push.off')}</Act>
          </Form>
        </li>
      ))}
    </ul>
  )
}

function Told({ told }: { told: ToldAlert[] }) {
  const { t, i18n } = useTranslation('alerts')
  if (told.length === 0) return <p className="text-sm text-body">{t('told.none')}</p>
  return (
    <ul className="divide-y divide-line rounded-lg border border-card-line bg-card px-3">
      {told.map(({ id, home, away, news, firedAt, messages }) => (
        <li key={id} className="py-2 text-sm">
          <p className="text-heading">
            <Name>{`${home} – ${away}`}</Name>
          </p>
          <p className="text-xs text-muted">
            <Instant at={firedAt} style="dateTime" />
            {news && <> · {t(`state.${news}`)}</>}
            {messages.length === 0 && <> · {t('channel.none')}</>}
            {messages.map(({ channel, state, reason }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages of one firing have a fixed order
              <span key={at}>
                {' · '}
                {withColon(t(`channel.${channel as 'mail' | 'push'}`), i18n.language)}{' '}
                {t(`message.${state as 'waiting'}`)}
                {reason && ` (${t(`reason.${reason}`)})`}
              </span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  )
}
