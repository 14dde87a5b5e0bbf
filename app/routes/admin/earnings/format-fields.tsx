import { useState } from 'react'
import type { ReadReport } from '#app/features/earnings/read-report.server.ts'
import {
  fold,
  REPORT_FIELDS,
  type ReportField,
  type ReportFormat,
} from '#app/features/earnings/report-format.ts'
import { KINDS, type Kind } from '#app/features/earnings/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { Banner } from '#app/ui/banner.tsx'

type Shown = Pick<
  ReadReport,
  'columns' | 'examples' | 'format' | 'questions' | 'rows' | 'words' | 'strangers'
>

interface Props extends Shown {
  onFormat: (format: ReportFormat) => void
}

/** Values of the choices that are no column: nothing decided, no column, and one value for every row. */
const UNDECIDED = ''
const NONE = 'none'
const columnValue = (name: string) => `column ${name}`
const kindValue = (kind: Kind) => `every ${kind}`
const ONE_CURRENCY = 'every'

/** Which column is what, how dates and amounts are written, and the first rows as they are read. */
export function FormatFields({
  columns,
  examples,
  format,
  questions,
  rows,
  words,
  strangers,
  onFormat,
}: Props) {
  const { t } = useTranslation('admin')
  const [hasOneCurrency, setOneCurrency] = useState(format.currency !== null)
  const [currency, setCurrency] = useState(format.currency ?? '')
  const asked = (question: (typeof questions)[number]) => questions.includes(question)

  const choose = (field: ReportField, value: string) => {
    const column = value.startsWith('column ') ? value.slice('column '.length) : null
    const kind = KINDS.find((it) => value === kindValue(it)) ?? null
    if (field === 'currency') setOneCurrency(value === ONE_CURRENCY)
    onFormat({
      ...format,
      columns: { ...format.columns, [field]: column },
      ...(field === 'kind' && { kind }),
      ...(field === 'currency' && { currency: value === ONE_CURRENCY ? readCurrency(currency) : null }),
      // Another column is written in its own way.
      ...(field === 'time' && { dates: null }),
      ...(field === 'amount' && { decimal: null }),
    })
  }
  const choiceOf = (field: ReportField) => {
    const column = format.columns[field]
    if (column) return columnValue(column)
    if (field === 'kind' && format.kind) return kindValue(format.kind)
    if (field === 'currency' && hasOneCurrency) return ONE_CURRENCY
    return column === undefined ? UNDECIDED : NONE
  }
  const optionsOf = (field: ReportField) => [
    ...(format.columns[field] === undefined ? [{ value: UNDECIDED, text: t('earnings.format.choose') }] : []),
    // A row without an id is told by what it says.
    { value: NONE, text: t(field === 'transaction' ? 'earnings.format.no-id' : 'earnings.format.none') },
    ...(field === 'kind'
      ? KINDS.map((kind) => ({
          value: kindValue(kind),
          text: t('earnings.format.every', { value: t(`earnings.kind.${kind}`) }),
        }))
      : []),
    ...(field === 'currency' ? [{ value: ONE_CURRENCY, text: t('earnings.format.one-currency') }] : []),
    ...columns.map((name, at) => ({
      value: columnValue(name),
      text: examples[at] ? `${name} · ${examples[at]}` : name,
    })),
  ]
  return (
    <>
      {questions.length > 0 && (
        <Banner tone="error">
          <ul className="list-disc ps-5">
            {questions.map((question) => (
              <li key={question}>{t(`earnings.question.${question}`)}</li>
            ))}
          </ul>
        </Banner>
      )}
      <div className="grid items-start gap-3 md:grid-cols-2 lg:grid-cols-4">
        {REPORT_FIELDS.map((field) => (
          <SelectField
            key={field}
            label={t(`earnings.field.${field}`)}
            value={choiceOf(field)}
            options={optionsOf(field)}
            onValue={(value) => choose(field, value)}
          />
        ))}
        {hasOneCurrency && (
          <Field
            label={t('earnings.format.one-currency')}
            value={currency}
            longest={3}
            hint={t('earnings.format.currency-hint')}
            onValue={(text) => {
              setCurrency(text)
              onFormat({ ...format, currency: readCurrency(text) })
            }}
          />
        )}
        {(format.dates !== null || asked('dates')) && (
          <SelectField
            label={t('earnings.format.dates')}
            value={format.dates ?? UNDECIDED}
            options={[
              { value: UNDECIDED, text: t('earnings.format.undecided') },
              { value: 'day-first', text: t('earnings.format.day-first') },
              { value: 'month-first', text: t('earnings.format.month-first') },
            ]}
            onValue={(dates) => onFormat({ ...format, dates: dates === '' ? null : (dates as 'day-first') })}
          />
        )}
        {(format.decimal !== null || asked('decimal')) && (
          <SelectField
            label={t('earnings.format.decimal')}
            value={format.decimal ?? UNDECIDED}
            options={[
              { value: UNDECIDED, text: t('earnings.format.undecided') },
              // Examples of digits, the same in every language.
              { value: ',', text: '1.234,56' },
              { value: '.', text: '1,234.56' },
            ]}
            onValue={(mark) => onFormat({ ...format, decimal: mark === '' ? null : (mark as '.') })}
          />
        )}
        {[...new Set([...Object.keys(format.kinds), ...words.map(fold)])].map((word) => (
          <SelectField
            key={word}
            label={t('earnings.format.word', { word: words.find((it) => fold(it) === word) ?? word })}
            value={format.kinds[word] ?? UNDECIDED}
            options={[
              { value: UNDECIDED, text: t('earnings.format.choose') },
              ...KINDS.map((kind) => ({ value: kind, text: t(`earnings.kind.${kind}`) })),
            ]}
            onValue={(kind) => {
              const { [word]: _, ...others } = format.kinds
              onFormat({ ...format, kinds: kind === '' ? others : { ...others, [word]: kind as Kind } })
            }}
          />
        ))}
      </div>
      {format.columns.transaction === null && (
        <p className="text-sm text-muted">{t('earnings.format.no-id-hint')}</p>
      )}
      {strangers.length > 0 && (
        <p className="text-sm text-muted">
          {t('earnings.format.strangers', { names: strangers.join(', ') })}
        </p>
      )}
      <FirstRows rows={rows} isOpen={isOpen(questions)} />
    </>
  )
}

/** The code of a currency; null while it is not typed. */
function readCurrency(text: string): string | null {
  const code = text.trim().toUpperCase()
  return /^[A-Z]{3}$/.test(code) ? code : null
}

/** Whether it is still open what a row is: then nothing is said of its cells. */
export function isOpen(questions: Shown['questions']): boolean {
  return questions.includes('transaction') || questions.includes('kind')
}

function FirstRows({ rows, isOpen: nothingSaid }: Pick<Shown, 'rows'> & { isOpen: boolean }) {
  const { t } = useTranslation('admin')
  const kindText = (kind: string) => KINDS.find((it) => it === kind)
  return (
    <AdminTable
      label={t('earnings.format.first-rows')}
      isWide
      columns={[
        { key: 'line', text: t('earnings.format.line') },
        ...REPORT_FIELDS.map((field) => ({ key: field, text: t(`earnings.field.${field}`) })),
      ]}
    >
      {rows.map(({ line, cells, problem }) => (
        <AdminRow key={line} changed={false}>
          <td className={`${CELL} tabular-nums`}>{line}</td>
          {REPORT_FIELDS.map((field) => {
            const known = field === 'kind' ? kindText(cells.kind) : undefined
            return (
              <td key={field} className={`${CELL} wrap-anywhere`}>
                <bdi>{known ? t(`earnings.kind.${known}`) : timeText(field, cells[field])}</bdi>
                {problem?.field === field && !nothingSaid && (
                  <span className="block text-xs text-danger">
                    {t(`earnings.row-problem.${problem.problem}`)}
                  </span>
                )}
              </td>
            )
          })}
        </AdminRow>
      ))}
    </AdminTable>
  )
}

/** A time as ISO 8601, which is read in one way in every language. */
function timeText(field: ReportField, cell: string): string {
  if (cell === '') return '–'
  return field === 'time' ? cell.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.000Z$/, '$1 $2 UTC') : cell
}
