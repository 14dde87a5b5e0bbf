import { useRef, useState } from 'react'
import type { ConnectionCode } from '#app/features/sources/connection.server.ts'
import { LONGEST_SETTING } from '#app/features/sources/limits.ts'
import type { ShownVariable } from '#app/features/sources/stored-settings.server.ts'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { ConfirmDialog } from '#app/ui/admin/confirm-dialog.tsx'
import { Field } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Changing, useRights } from '#app/ui/admin/rights.tsx'
import { NotDone } from '#app/ui/admin/save-bar.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner, PassingBanner } from '#app/ui/banner.tsx'
import { Relative } from '#app/ui/time.tsx'
import { Quota } from './quota.tsx'

type Outcome =
  | { kind: 'saved'; count: number }
  | { kind: 'tested'; code: ConnectionCode; quota: { remaining: number; limit: number | null } | null }
  | { kind: 'invalid'; problems: { column: string; problem: string }[] }
  | { kind: 'refused'; problem: string }
  | { kind: 'signed-out' | 'forbidden' }
  | { kind: 'failed'; message: string | null }

/** By variable; null deletes the stored value. */
type Values = Readonly<Record<string, string | null>>

/** The address, the key and other settings of a source; typed values can be tested before they are saved. */
export function SourceSettings({
  settings,
  lastTest,
}: {
  settings: readonly ShownVariable[]
  lastTest: { code: ConnectionCode; at: string } | null
}) {
  const { t, i18n } = useTranslation('admin')
  const [typed, setTyped] = useState<Record<string, string>>({})
  const sent = useRef<Values>({})
  const keeping = useRequest<Outcome>(({ kind }) => {
    if (kind === 'saved') setTyped((now) => withoutSent(now, sent.current))
  })
  const keep = (of: Values) => {
    sent.current = of
    keeping.send({ kind: 'keep', values: of })
  }
  const testing = useRequest<Outcome>()
  const busy = keeping.busy || testing.busy
  const values = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''))
  // A test of other values says nothing about those that were kept afterwards.
  const test =
    testing.outcome && testing.outcome.at > (keeping.outcome?.at ?? 0) ? testing.outcome : undefined
  const last = test ?? keeping.outcome
  const problems = last?.kind === 'invalid' ? last.problems : []
  return (
    <Panel title={t('sources.settings')}>
      <p className="text-sm text-muted">{t('sources.settings-hint')}</p>
      {settings.map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          typed={typed[variable.name]}
          problem={
            problems.find(({ column }) => column === variable.name)?.problem ??
            (typed[variable.name] ? undefined : (variable.problem ?? undefined))
          }
          onType={(value) => setTyped((now) => ({ ...now, [variable.name]: value }))}
          onForget={() => keep({ [variable.name]: null })}
        />
      ))}
      <Changing>
        <div className="flex flex-wrap gap-2">
          <ActionButton
            unavailable={busy || Object.keys(values).length === 0}
            className="button min-h-10 px-4 text-sm"
            onClick={() => keep(values)}
          >
            {t('sources.keep')}
          </ActionButton>
          <ActionButton
            unavailable={busy}
            className="button-quiet min-h-10 px-4 text-sm"
            onClick={() => testing.send({ kind: 'test', values })}
          >
            {t('sources.test')}
          </ActionButton>
        </div>
      </Changing>
      {keeping.outcome?.kind === 'saved' && (
        <PassingBanner key={keeping.outcome.at}>{t('sources.kept')}</PassingBanner>
      )}
      {keeping.outcome?.kind === 'invalid' ? null : <NotDone outcome={keeping.outcome} />}
      {test?.kind === 'invalid' ? null : <NotDone outcome={test} />}
      {!test && lastTest && (
        <p className={`text-sm ${lastTest.code === 'works' ? 'text-muted' : 'text-danger'}`}>
          {t('sources.last-test')} <Relative at={lastTest.at} />: {t(testKey(lastTest.code))}
        </p>
      )}
      {test?.kind === 'tested' && (
        <Banner tone={test.code === 'works' ? 'success' : 'error'}>
          {t(testKey(test.code))}
          {test.quota && (
            <span className="block tabular-nums">
              {withColon(t('schedules.quota'), i18n.language)} <Quota quota={test.quota} />
            </span>
          )}
        </Banner>
      )}
    </Panel>
  )
}

/** What was typed of variables that are not saved now, or typed again meanwhile. */
function withoutSent(typed: Record<string, string>, sent: Values): Record<string, string> {
  const isLeft = ([name, value]: [string, string]) =>
    !(name in sent) || (sent[name] !== null && sent[name] !== value)
  return Object.fromEntries(Object.entries(typed).filter(isLeft))
}

const TOO_LONG = 'problem.too-long'

function testKey(code: ConnectionCode) {
  return `sources.test.${code.replace('_', '-') as 'wrong-key'}` as const
}

function VariableField({
  variable: { name, word, isSecret, from, value },
  typed,
  problem,
  onType,
  onForget,
}: {
  variable: ShownVariable
  typed: string | undefined
  problem: string | undefined
  onType: (value: string) => void
  onForget: () => void
}) {
  const { t, i18n } = useTranslation('admin')
  const { canChange } = useRights()
  const dialog = useRef<HTMLDialogElement>(null)
  const isTooLong = problem === TOO_LONG || (typed ?? '').trim().length > LONGEST_SETTING
  const isKept = from === 'kept' || from === 'unreadable'
  const label = t(`sources.variable.${word}`)
  const state = t(from === 'kept' && isSecret ? 'sources.from.secret' : `sources.from.${from}`)
  return (
    <Field
      label={label}
      dir="ltr"
      type={isSecret ? 'password' : 'text'}
      autoComplete="off"
      spellCheck={false}
      disabled={from === 'environment'}
      value={typed ?? value ?? ''}
      placeholder={isSecret && isKept ? '••••••••' : undefined}
      changed={typed !== undefined && typed !== (value ?? '')}
      problem={
        isTooLong
          ? t('sources.problem-too-long', { limit: formatCount(LONGEST_SETTING, i18n.language) })
          : problemText(t, problem)
      }
      hint={`${state} ${t('sources.variable-name', { name })}`}
      onValue={onType}
      beside={
        isKept &&
        canChange && (
          <>
            <button
              type="button"
              className="button-quiet min-h-10 px-3 text-sm"
              aria-label={t('sources.forget', { name: label })}
              onClick={() => dialog.current?.showModal()}
            >
              ×
            </button>
            <ConfirmDialog
              dialog={dialog}
              title={t('sources.forget', { name: label })}
              confirm={t('delete.button')}
              onConfirm={() => {
                // The button goes with the stored value; the field keeps the focus.
                dialog.current?.parentElement?.querySelector('input')?.focus()
                onForget()
              }}
            >
              <p>{t('sources.forget-text')}</p>
            </ConfirmDialog>
          </>
        )
      }
    />
  )
}
