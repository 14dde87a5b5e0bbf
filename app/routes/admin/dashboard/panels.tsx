import { Link } from 'react-router'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import type {
  FeedHealth,
  LeagueSummary,
  MissingTranslations,
  UnmappedTeams as Unmapped,
  UnpricedMatches as Unpriced,
} from '#app/features/dashboard/queries.server.ts'
import { isFeed, runErrorKey, sourceText } from '#app/features/runs/run-texts.ts'
import { textOfKey } from '#app/platform/i18n/text-of-key.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { formatDate } from '#app/platform/time.ts'
import { BarChart } from '#app/ui/admin/bar-chart.tsx'
import { Name } from '#app/ui/name.tsx'
import { Instant, Relative } from '#app/ui/time.tsx'
import { useMayOpen } from './use-may-open.ts'

/** A count in the user's language. */
function useCount() {
  const { i18n } = useTranslation('admin')
  return (count: number) => formatCount(count, i18n.language)
}

const LIST = 'flex flex-col divide-y divide-line text-sm'
const NOTE = 'text-sm text-muted'

/** The main number of a panel. */
function Figure({ of, alarming = false, text }: { of: number; alarming?: boolean; text: string }) {
  const count = useCount()
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
      <span
        className={`text-lg font-semibold tabular-nums ${alarming && of > 0 ? 'text-warning' : 'text-heading'}`}
      >
        {count(of)}
      </span>
      {text}
    </p>
  )
}

/** A next step, as a text with a link, for readers who can open it. */
function NextStep({ text, to, go }: { text: string; to: string; go: string }) {
  if (!useMayOpen()(to)) return null
  return (
    <p className={NOTE}>
      {text}{' '}
      <Link to={to} className="text-link underline hover:text-link-hover">
        {go}
      </Link>
    </p>
  )
}

export function UnpricedMatches({ count, first }: Unpriced) {
  const { t } = useTranslation('admin')
  if (count === 0) return <p className={NOTE}>{t('dashboard.unpriced-none')}</p>
  return (
    <>
      <Figure of={count} alarming text={t('dashboard.unpriced-count', { count })} />
      <ul className={LIST}>
        {first.map(({ id, home, away, league, start }) => (
          <li key={id} className="flex gap-3 py-1.5">
            <Instant at={start} style="time" />
            <span className="min-w-0">
              <Name className="text-heading">{`${home} – ${away}`}</Name>
              <Name className="text-xs text-muted">{league}</Name>
            </span>
          </li>
        ))}
      </ul>
      <NextStep
        text={t('dashboard.unpriced-next')}
        to="/admin/import?tool=odds"
        go={t('dashboard.import.odds')}
      />
    </>
  )
}

const TONES: Record<FeedHealth['state'], string> = {
  done: 'border-accent text-accent',
  failed: 'border-danger text-danger',
  stopped: 'border-danger text-danger',
  cancelled: 'border-muted text-muted',
  cancelling: 'border-warning text-warning',
  queued: 'border-muted text-muted',
  running: 'border-warning text-warning',
}

/** The host of an address, or the name of a file. */
function shortOrigin(origin: string): string {
  return URL.parse(origin)?.host || (origin.split('/').at(-1) ?? origin)
}

export function Feeds({ feeds }: { feeds: FeedHealth[] }) {
  const { t } = useTranslation('admin')
  const count = useCount()
  if (feeds.length === 0) {
    return (
      <NextStep
        text={t('dashboard.feeds-none')}
        to="/admin/import?tool=odds"
        go={t('dashboard.import.odds')}
      />
    )
  }
  return (
    <ul className={LIST}>
      {feeds.map(({ kind, subject, state, at, error, items, rejected }) => (
        <li key={kind + subject} className="flex flex-col gap-0.5 py-1.5">
          <span className="flex items-center gap-2">
            <bdi className="name min-w-0 grow truncate text-heading">{sourceText(t, kind)}</bdi>
            <span className={`shrink-0 rounded-full border px-2 text-xs ${TONES[state]}`}>
              {t(`dashboard.run.${state}`)}
            </span>
          </span>
          {isFeed(kind) && (
            <bdi title={subject} className="truncate text-xs text-muted">
              {shortOrigin(subject)}
            </bdi>
          )}
          <span className="text-xs text-muted">
            <Relative at={at} /> ·{' '}
            {t('dashboard.feed-counts', { items: count(items), rejected: count(rejected) })}
          </span>
          {error && state !== 'done' && (
            <span className="block text-xs text-danger">
              {textOfKey(t, runErrorKey(kind, error.code))} <bdi>{error.message}</bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

export function ClicksOfTheWeek({ days }: { days: { day: string; clicks: number }[] }) {
  const { t, i18n } = useTranslation('admin')
  const count = useCount()
  const total = days.reduce((sum, { clicks }) => sum + clicks, 0)
  if (total === 0) {
    return (
      <NextStep
        text={t('dashboard.clicks-none')}
        to="/admin/affiliate-buttons"
        go={t('menu.affiliate-buttons')}
      />
    )
  }
  const dayText = (day: string) => formatDate(new Date(`${day}T00:00:00Z`), 'shortDate', i18n.language, 'UTC')
  const wordsOf = ({ day, clicks }: { day: string; clicks: number }) =>
    `${withColon(dayText(day), i18n.language)} ${count(clicks)}`
  return (
    <>
      <Figure of={total} text={t('dashboard.clicks-count')} />
      <div dir="ltr">
        <BarChart
          className="h-16"
          label={days.map(wordsOf).join(', ')}
          bars={days.map((day) => ({ title: wordsOf(day), values: [day.clicks] }))}
        />
        <div className="flex justify-between pt-1 text-xs text-muted">
          {[days[0], days.at(-1)].map((end) => end && <bdi key={end.day}>{dayText(end.day)}</bdi>)}
        </div>
      </div>
    </>
  )
}

export function UnmappedTeams({ count, total, first }: Unmapped) {
  const { t } = useTranslation('admin')
  const asText = useCount()
  if (total === 0) {
    return (
      <NextStep
        text={t('dashboard.unmapped-unknown')}
        to="/admin/import?tool=teams"
        go={t('dashboard.import.teams')}
      />
    )
  }
  if (count === 0) return <p className={NOTE}>{t('dashboard.unmapped-none')}</p>
  return (
    <>
      <Figure of={count} alarming text={t('dashboard.unmapped-count', { total: asText(total) })} />
      <ul className={LIST}>
        {first.map(({ id, name, league }) => (
          <li key={id} className="py-1.5">
            <bdi className="text-heading">{name}</bdi> <bdi className="text-xs text-muted">{league}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}

const OFFERS = [
  { kind: 'labels', text: 'dashboard.missing.labels', to: '/admin/translations' },
  { kind: 'buttons', text: 'dashboard.missing.buttons', to: '/admin/affiliate-buttons' },
  { kind: 'promotions', text: 'dashboard.missing.promotions', to: '/admin/promotions' },
  { kind: 'pages', text: 'menu.pages', to: '/admin/pages' },
  { kind: 'footer', text: 'dashboard.missing.footer', to: '/admin/settings' },
  { kind: 'backOffice', text: 'menu.label', to: '/admin/translations/admin' },
] as const

export function Translations({ languages }: { languages: MissingTranslations[] }) {
  const { t } = useTranslation('admin')
  const count = useCount()
  const mayOpen = useMayOpen()
  const lacking = languages.filter((language) => OFFERS.some(({ kind }) => language[kind] > 0))
  if (lacking.length === 0) return <p className={NOTE}>{t('dashboard.translations-none')}</p>
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="py-1 text-start align-bottom font-normal">
              {t('translate.language')}
            </th>
            {OFFERS.map(({ kind, text }) => (
              <th key={kind} scope="col" className="py-1 ps-2 text-end align-bottom font-normal">
                {t(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lacking.map((language) => (
            <tr key={language.code} className="border-t border-line">
              <th scope="row" className="py-1.5 text-start font-normal text-heading">
                <bdi>{language.name}</bdi>
              </th>
              {OFFERS.map(({ kind, to }) => (
                <td key={kind} className="py-1.5 text-end tabular-nums">
                  {language[kind] > 0 && mayOpen(to) ? (
                    <Link to={to} className="text-warning underline">
                      {count(language[kind])}
                    </Link>
                  ) : (
                    <span className={language[kind] > 0 ? 'text-warning' : 'text-muted'}>
                      {count(language[kind])}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function Leagues({ sports }: { sports: LeagueSummary[] }) {
  const { t } = useTranslation('admin')
  const asText = useCount()
  const names = usePlaceNames()
  const filled = sports.filter(({ leagues }) => leagues > 0)
  if (filled.length === 0) {
    return (
      <NextStep
        text={t('dashboard.leagues-none')}
        to="/admin/import?tool=leagues"
        go={t('dashboard.import.leagues')}
      />
    )
  }
  const sum = (count: (summary: LeagueSummary) => number) =>
    filled.reduce((total, summary) => total + count(summary), 0)
  return (
    <>
      <Figure
        of={sum(({ active }) => active)}
        text={t('dashboard.leagues-count', { total: asText(sum(({ leagues }) => leagues)) })}
      />
      <table className="w-full text-sm">
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="py-1 text-start align-bottom font-normal">
              {t('dashboard.sport')}
            </th>
            <th scope="col" className="py-1 ps-2 text-end align-bottom font-normal">
              {t('dashboard.leagues-active')}
            </th>
            <th scope="col" className="py-1 ps-2 text-end align-bottom font-normal">
              {t('dashboard.upcoming')}
            </th>
          </tr>
        </thead>
        <tbody>
          {filled.map(({ id, sport, leagues, active, upcoming }) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="py-1.5 text-start font-normal text-heading">
                <bdi>{names.sport(sport)}</bdi>
              </th>
              <td className="py-1.5 text-end tabular-nums">
                <bdi>
                  {asText(active)} / {asText(leagues)}
                </bdi>
              </td>
              <td className="py-1.5 text-end tabular-nums">{asText(upcoming)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
