import { useState } from 'react'
import {
  ALPHAS,
  EXPERIMENT_KINDS,
  type ExperimentOutcome,
  neededUnits,
  OUTCOMES,
  POWERS,
} from '#app/features/experiments/schema.ts'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent, readNumber } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { UnsavedGuard } from '#app/ui/admin/unsaved-guard.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'
import type { Refused } from '../guard.server.ts'
import { FirstBookmakers } from './first-bookmakers.tsx'
import { useStoppingRule } from './stopping-rule.ts'

type Outcome = Refused | { kind: 'created' } | { kind: 'refused-experiment'; problems: Problem[] }
interface Problem {
  column: string
  problem: string
}

interface NewExperimentProps {
  bookmakers: readonly { id: string; name: string }[]
  languages: readonly { code: string; name: string }[]
}

const TYPED = {
  ...{ name: '', kind: 'button', colour: '', share: '100', outcome: 'clicks', baseline: '5' },
  ...{ deviation: '', currency: 'EUR', effect: '20', alpha: '0.05', power: '0.8', window_days: '14' },
}

/** The form of an experiment. It shows the stopping rule while the operator types what it is computed from. */
export function NewExperiment({ bookmakers, languages }: NewExperimentProps) {
  const { t, i18n } = useTranslation('admin')
  const ruleOf = useStoppingRule()
  const [typed, setTyped] = useState(TYPED)
  const [texts, setTexts] = useState<Record<string, string>>({})
  const [first, setFirst] = useState<readonly string[]>([])
  const {
    outcome: answer,
    busy,
    send,
  } = useRequest<Outcome>(({ kind }) => {
    if (kind !== 'created') return
    setTyped(TYPED)
    setTexts({})
    setFirst([])
  })
  const outcome = typed.outcome as ExperimentOutcome
  const isOfAmounts = outcome === 'earnings'
  const percentOf = (text: string) => {
    const number = readNumber(text)
    return number === null ? null : number / 100
  }
  const rule = {
    ...{ outcome, currency: isOfAmounts ? typed.currency : null },
    baseline: (isOfAmounts ? readNumber : percentOf)(typed.baseline) ?? Number.NaN,
    deviation: isOfAmounts ? readNumber(typed.deviation) : null,
    effect: percentOf(typed.effect) ?? Number.NaN,
    ...{ alpha: Number(typed.alpha), power: Number(typed.power) },
    window_days: readNumber(typed.window_days) ?? Number.NaN,
  }
  const needed = neededUnits(rule)
  const isCurrency = !isOfAmounts || /^[A-Za-z]{3}$/.test(typed.currency)
  const problemOf = (column: string) =>
    answer?.kind === 'refused-experiment'
      ? problemText(t, answer.problems.find((it) => it.column === column)?.problem)
      : undefined
  const field = (column: keyof typeof TYPED, label: string) => ({
    label,
    value: typed[column],
    problem: problemOf(column),
    onValue: (text: string) => setTyped((before) => ({ ...before, [column]: text })),
  })
  const choice = (column: keyof typeof TYPED, label: string, options: { value: string; text: string }[]) => (
    <SelectField {...field(column, label)} options={options} />
  )
  const shares = (of: readonly number[]) =>
    of.map((it) => ({ value: String(it), text: formatPercent(it, i18n.language, 0) }))
  const create = () =>
    send({
      kind: 'create',
      values: {
        ...rule,
        // Numbers that cannot be read are refused by the server, each at its field.
        ...{ name: typed.name, kind: typed.kind, colour: typed.colour, texts, bookmaker_ids: first },
        share: readNumber(typed.share),
      },
    })
  const isTyped =
    Object.entries(TYPED).some(([column, value]) => typed[column as keyof typeof TYPED] !== value) ||
    Object.values(texts).some(Boolean) ||
    first.length > 0
  return (
    <Panel title={t('experiments.add')}>
      <UnsavedGuard when={isTyped} />
      <div className="grid items-start gap-3 md:grid-cols-2">
        <Field {...field('name', t('experiments.name'))} longest={100} />
        {choice(
          'kind',
          t('experiments.kind'),
          EXPERIMENT_KINDS.map((value) => ({ value, text: t(`experiments.kind.${value}`) })),
        )}
        {typed.kind === 'button' &&
          languages.map(({ code, name }) => (
            <Field
              key={code}
              label={t('experiments.text', { language: name })}
              lang={code}
              dir="auto"
              longest={60}
              value={texts[code] ?? ''}
              problem={problemOf('texts')}
              onValue={(text) => setTexts((before) => ({ ...before, [code]: text }))}
            />
          ))}
        {typed.kind === 'button' && (
          <Field {...field('colour', t('experiments.colour'))} dir="ltr" placeholder="#1a7f37" />
        )}
      </div>
      {typed.kind === 'button' ? (
        <p className="text-sm text-muted">{t('experiments.text-hint')}</p>
      ) : (
        <FirstBookmakers {...{ bookmakers, first, setFirst }} problem={problemOf('bookmaker_ids')} />
      )}
      <div className="grid items-start gap-3 md:grid-cols-3">
        <Field {...field('share', t('experiments.share'))} inputMode="numeric" />
        {choice(
          'outcome',
          t('experiments.outcome'),
          OUTCOMES.map((value) => ({ value, text: t(`experiments.outcome.${value}`) })),
        )}
        <Field {...field('baseline', t(`experiments.baseline.${outcome}`))} inputMode="decimal" />
        {isOfAmounts && <Field {...field('deviation', t('experiments.deviation'))} inputMode="decimal" />}
        {isOfAmounts && <Field {...field('currency', t('experiments.currency'))} maxLength={3} dir="ltr" />}
        {outcome !== 'clicks' && (
          <Field {...field('window_days', t('experiments.window'))} inputMode="numeric" />
        )}
        <Field {...field('effect', t('experiments.effect'))} inputMode="decimal" />
        {choice('alpha', t('experiments.alpha'), shares(ALPHAS))}
        {choice('power', t('experiments.power'), shares(POWERS))}
      </div>
      <p role="status" className="text-sm font-semibold text-heading">
        {needed === null || !isCurrency || !(rule.window_days >= 0)
          ? t('experiments.problem.units')
          : ruleOf({ ...rule, needed })}
      </p>
      {answer?.kind === 'refused-experiment' && <Banner tone="error">{t('experiments.refused')}</Banner>}
      <NotAdmitted outcome={answer} />
      {(answer?.kind === 'failed' || answer?.kind === 'refused') && (
        <Banner tone="error">{t('save.failed')}</Banner>
      )}
      <ActionButton unavailable={busy} className="button min-h-10 self-start px-4 text-sm" onClick={create}>
        {t('experiments.create')}
      </ActionButton>
    </Panel>
  )
}
