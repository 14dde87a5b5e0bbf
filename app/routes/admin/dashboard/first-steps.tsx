import { CircleCheckBig, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Permission } from '#app/features/accounts/permissions.ts'
import { FIRST_STEPS, type FirstStep, type FirstSteps as Steps } from '#app/features/dashboard/first-steps.ts'
import { sourceText } from '#app/features/runs/run-texts.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, formatList } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Progress } from '#app/ui/admin/progress.tsx'
import { useRights } from '#app/ui/admin/rights.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'
import { useMayOpen } from './use-may-open.ts'

/** What a reader must be allowed to read, so that the step says where something is to be done. */
const STEP_PERMISSIONS: Record<FirstStep, Permission> = {
  name: 'settings.read',
  languages: 'languages.read',
  source: 'feeds.read',
  import: 'feeds.read',
  bookmakers: 'bookmakers.read',
  legal: 'pages.read',
}

/** What a new site needs, in order, as far as the reader can open it; each step ticks itself. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const { t, i18n } = useTranslation('admin')
  const hiding = useRequest<{ kind: string }>()
  const count = (number: number) => formatCount(number, i18n.language)
  const { may } = useRights()
  const shown = FIRST_STEPS.filter((step) => may(STEP_PERMISSIONS[step]))
  const done = shown.filter((step) => steps.done[step]).length
  if (done === shown.length) return null
  return (
    <Panel
      title={t('first-steps.title')}
      actions={
        <span className="text-sm text-muted tabular-nums">
          {t('first-steps.progress', { done: count(done), total: count(shown.length) })}
        </span>
      }
    >
      <p className="text-sm">{t('first-steps.greeting')}</p>
      <div className="flex">
        <Progress percent={(100 * done) / shown.length} label={t('first-steps.title')} />
      </div>
      <ol className="grid gap-x-6 gap-y-4 md:grid-cols-2 xl:grid-cols-3">
        {shown.map((step) => (
          <Step key={step} step={step} isDone={steps.done[step]}>
            <StepBody step={step} steps={steps} />
          </Step>
        ))}
      </ol>
      {hiding.outcome && hiding.outcome.kind !== 'hidden' && <Banner tone="error">{t('save.failed')}</Banner>}
      {may('settings.change') && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ActionButton
            unavailable={hiding.busy}
            className="button-quiet min-h-10 px-4 text-sm"
            onClick={() => hiding.send({ kind: 'hide-first-steps' })}
          >
            {t('first-steps.hide')}
          </ActionButton>
          <span className="text-xs text-muted">{t('first-steps.hide-hint')}</span>
        </div>
      )}
    </Panel>
  )
}

function Step({ step, isDone, children }: { step: FirstStep; isDone: boolean; children: ReactNode }) {
  const { t } = useTranslation('admin')
  const Mark = isDone ? CircleCheckBig : CircleDashed
  return (
    <li data-step={step} data-done={isDone || undefined} className="flex gap-3">
      <Mark aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${isDone ? 'text-accent' : 'text-icon'}`} />
      <div className="flex min-w-0 flex-col gap-1 text-sm">
        <h3 className="font-semibold text-heading">
          {t(`first-steps.${step}`)}
          <span className="sr-only"> ({t(isDone ? 'first-steps.done' : 'first-steps.open')})</span>
        </h3>
        {children}
      </div>
    </li>
  )
}

function StepBody({ step, steps }: { step: FirstStep; steps: Steps }) {
  const { t, i18n } = useTranslation('admin')
  const { may } = useRights()
  const count = (number: number) => formatCount(number, i18n.language)
  const isDone = steps.done[step]
  switch (step) {
    case 'name':
      return (
        <>
          <Note>
            {isDone
              ? t('first-steps.name-done', { site: steps.siteName })
              : t(steps.hasName ? 'first-steps.name-logo' : 'first-steps.name-open', {
                  site: steps.siteName,
                })}
          </Note>
          <Ways ways={[{ to: '/admin/settings?tab=general', text: t('menu.settings') }]} />
        </>
      )
    case 'languages': {
      const { areChosen, count: active, default: first, incomplete } = steps.languages
      return (
        <>
          <Note>{t('first-steps.languages-active', { number: count(active), name: first })}</Note>
          {incomplete.length > 0 && (
            <Note>{t('first-steps.languages-lack', { names: formatList(incomplete, i18n.language) })}</Note>
          )}
          {!areChosen && may('settings.change') && <KeepLanguages />}
          <Ways
            ways={[
              { to: '/admin/languages', text: t('menu.languages') },
              ...(incomplete.length > 0 ? [{ to: '/admin/translations', text: t('menu.translations') }] : []),
            ]}
          />
        </>
      )
    }
    case 'source':
      return (
        <>
          <Note>
            {t(
              steps.hasTypedPrices
                ? 'first-steps.source-typed'
                : isDone
                  ? 'first-steps.source-done'
                  : 'first-steps.source-open',
            )}
          </Note>
          <Way to="/admin/matches" text={t('first-steps.by-hand')} />
          <ul className="flex flex-col gap-1">
            {steps.sources.map(({ key, isSetUp, test, works }) => (
              <li key={key} className="flex flex-wrap items-baseline gap-x-2">
                <Way to={`/admin/sources/${key}`} text={sourceText(t, key)} />
                <span
                  className={`text-xs ${works ? 'text-accent' : test && test !== 'works' ? 'text-danger' : 'text-muted'}`}
                >
                  {t(`first-steps.source-${sourceState({ isSetUp, test, works })}`)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )
    case 'import':
      return (
        <>
          <Note>
            {isDone
              ? t('first-steps.import-done', {
                  matches: count(steps.upcoming),
                  schedules: count(steps.activeSchedules),
                })
              : t('first-steps.import-open')}
          </Note>
          <Ways
            ways={[
              { to: '/admin/import?tool=odds', text: t('menu.import') },
              { to: '/admin/schedules', text: t('menu.schedules') },
            ]}
          />
        </>
      )
    case 'bookmakers':
      return (
        <>
          <Note>
            {steps.bookmakers.total === 0
              ? t('first-steps.bookmakers-none')
              : t('first-steps.bookmakers-linked', {
                  linked: count(steps.bookmakers.linked),
                  total: count(steps.bookmakers.total),
                })}
          </Note>
          <Ways
            ways={[
              { to: '/admin/bookmakers', text: t('menu.bookmakers') },
              { to: '/admin/affiliate-buttons', text: t('menu.affiliate-buttons') },
            ]}
          />
        </>
      )
    case 'legal':
      return (
        <>
          <Note>
            {isDone
              ? t('first-steps.legal-done', { number: count(steps.legalLinks) })
              : t('first-steps.legal-open')}
          </Note>
          <Ways
            ways={[
              { to: '/admin/pages', text: t('menu.pages') },
              { to: '/admin/settings?tab=footer', text: t('settings.tab-footer') },
            ]}
          />
        </>
      )
  }
}

/** Ticks the step of a site whose languages are right as they are. */
function KeepLanguages() {
  const { t } = useTranslation('admin')
  const { busy, outcome, send } = useRequest<{ kind: string }>()
  return (
    <>
      <Note>{t('first-steps.languages-open')}</Note>
      {outcome && outcome.kind !== 'kept' && <Banner tone="error">{t('save.failed')}</Banner>}
      <div>
        <ActionButton
          unavailable={busy}
          className="button-quiet min-h-10 px-4 text-sm"
          onClick={() => send({ kind: 'keep-languages' })}
        >
          {t('first-steps.languages-keep')}
        </ActionButton>
      </div>
    </>
  )
}

function sourceState({ isSetUp, test, works }: Omit<Steps['sources'][number], 'key'>) {
  if (works) return 'works'
  if (!isSetUp) return 'unset'
  return test === null ? 'untested' : 'failed'
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>

/** A link to a screen that the reader can open. */
function Way({ to, text }: { to: string; text: string }) {
  if (!useMayOpen()(to)) return null
  return (
    <Link to={to} className="text-link underline hover:text-link-hover">
      {text}
    </Link>
  )
}

function Ways({ ways }: { ways: readonly { to: string; text: string }[] }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      {ways.map((way) => (
        <Way key={way.to} {...way} />
      ))}
    </p>
  )
}
