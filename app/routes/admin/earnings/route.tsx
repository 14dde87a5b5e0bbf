import { Download } from 'lucide-react'
import { Form } from 'react-router'
import { z } from 'zod'
import { rangeProblem } from '#app/features/affiliates/click-report.ts'
import { listBookmakerNames } from '#app/features/affiliates/editor-queries.server.ts'
import { importReport, listImports, undoImport } from '#app/features/earnings/imports.server.ts'
import { type EarningGroup, reportEarnings, type Sum } from '#app/features/earnings/report.server.ts'
import { EARNING_GROUPINGS, type EarningGrouping, parseEarningQuery } from '#app/features/earnings/report.ts'
import { reportFormat } from '#app/features/earnings/report-format.ts'
import { checkReport } from '#app/features/earnings/report-formats.server.ts'
import { MAX_FILE_BYTES } from '#app/features/earnings/schema.ts'
import {
  createSender,
  listSenders,
  renewSecret,
  saveSenders,
  senderChange,
  senderRequest,
} from '#app/features/earnings/senders.server.ts'
import { sumsOf } from '#app/features/earnings/store-earnings.server.ts'
import { changesSchema } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, formatMoney } from '#app/platform/numbers.ts'
import { dayOf, formatDate } from '#app/platform/time.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { checkChanges, readJson } from '../changes.server.ts'
import { nameGroups } from '../group-names.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { RangeNote } from '../range-note.tsx'
import { siteZone } from '../site-zone.server.ts'
import type { Route } from './+types/route'
import { Charts } from './charts.tsx'
import { Imports } from './imports.tsx'
import { ReportImport } from './report-import.tsx'
import { Senders } from './senders.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'earnings.read')
  const zone = await reading(services, 'screen', siteZone(services))
  const query = parseEarningQuery(url.searchParams, dayOf(new Date(), zone))
  const [report, senders, bookmakers, imports] = await reading(
    services,
    'screen',
    Promise.all([
      reportEarnings(services, query, zone),
      listSenders(services.database.kysely),
      listBookmakerNames(services),
      listImports(services.database.kysely),
    ]),
  )
  report.groups = await reading(
    services,
    'screen',
    nameGroups(services, actor.language, query.by, report.groups),
  )
  const origin = services.env.appUrl ?? url.origin
  const problem = rangeProblem(url.searchParams, query)
  return { query, report, problem, zone, senders, bookmakers, imports, address: `${origin}/api/postbacks/` }
}

const request = z.union([
  z.object({ kind: z.literal('create'), values: z.record(z.string(), z.unknown()) }),
  z.object({ kind: z.literal('renew'), id: z.uuid() }),
  z.object({
    kind: z.literal('import'),
    sender: z.uuid(),
    file: z.string().trim().max(200).default(''),
    text: z.string().max(MAX_FILE_BYTES),
    format: reportFormat.optional(),
    store: z.boolean(),
    /** The operator has seen that some may be stored already under other ids. */
    confirmed: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('undo'), id: z.uuid() }),
  changesSchema,
])

export const action = adminAction('earnings.change', async ({ services, actor, request: received }) => {
  const db = services.database.kysely
  const asked = await readJson(received, request)
  if (!('kind' in asked)) {
    const { changes, problems } = checkChanges(asked, senderChange)
    if (problems.length > 0) return { kind: 'invalid' as const, problems }
    return saveSenders(db, changes, actor)
  }
  if (asked.kind === 'undo') {
    const count = await undoImport(db, asked.id, actor)
    return count === null ? { kind: 'gone' as const } : { kind: 'undone' as const, count }
  }
  if (asked.kind === 'renew') {
    const renewed = await renewSecret(db, services.env, asked.id, actor)
    return renewed ? { kind: 'created' as const, ...renewed } : { kind: 'gone' as const }
  }
  if (asked.kind === 'create') {
    const read = senderRequest.safeParse(asked.values)
    if (!read.success) {
      return { kind: 'refused-sender' as const, problem: read.error.issues[0]?.message ?? 'problem.required' }
    }
    return { kind: 'created' as const, ...(await createSender(db, services.env, read.data, actor)) }
  }
  const checked = await checkReport(db, asked.sender, asked.text, asked.format)
  if ('problem' in checked) return { kind: 'refused-file' as const, ...checked }
  const { report, again } = checked
  const { transactions, headings, ...shown } = report
  const isStored = asked.store && report.questions.length === 0 && (asked.confirmed || !again)
  const read = { headings, format: report.format }
  const outcomes = isStored
    ? await importReport(db, { sender: asked.sender, file: asked.file || '–', transactions, read }, actor)
    : checked.outcomes
  if (!outcomes) return { kind: 'gone' as const }
  const count = (wanted: string) => outcomes.filter((it) => it === wanted).length
  return {
    kind: isStored ? ('imported' as const) : ('preview' as const),
    ...shown,
    again,
    stored: count('stored'),
    duplicate: count('duplicate'),
    sums: sumsOf(transactions.filter((_, index) => outcomes[index] === 'stored')),
    different: transactions
      .filter((_, index) => outcomes[index] === 'different')
      .map(({ transaction }) => transaction),
  }
})

const ignore = () => {}

export default function Earnings({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const { query, report, problem, zone, senders, bookmakers, imports, address } = loaderData
  const exported = `/admin/earnings/export?${new URLSearchParams({ from: query.from, to: query.to })}`
  return (
    <AdminPage
      title={t('menu.earnings')}
      description={t('earnings.description', { zone })}
      actions={
        <a href={exported} download className="button-quiet min-h-10 gap-2 px-4 text-sm">
          <Download aria-hidden="true" className="size-4" />
          {t('earnings.export')}
        </a>
      }
    >
      <Form key={JSON.stringify(query)} className="flex flex-wrap items-end gap-3">
        <Field label={t('clicks.from')} name="from" type="date" defaultValue={query.from} onValue={ignore} />
        <Field label={t('clicks.to')} name="to" type="date" defaultValue={query.to} onValue={ignore} />
        <SelectField
          label={t('clicks.by')}
          name="by"
          defaultValue={query.by}
          options={EARNING_GROUPINGS.map((by) => ({ value: by, text: t(`earnings.by.${by}`) }))}
          onValue={ignore}
        />
        <button type="submit" className="button min-h-10 px-4 text-sm">
          {t('clicks.show')}
        </button>
      </Form>
      <RangeNote problem={problem} />
      <Charts report={report} query={query} />
      <Groups by={query.by} groups={report.groups} total={report.total} />
      {report.more && (
        <p className="text-sm text-muted">{t('earnings.first-only', { most: report.groups.length })}</p>
      )}
      <Senders senders={senders} bookmakers={bookmakers} address={address} />
      {senders.length > 0 && <ReportImport senders={senders} />}
      {imports.length > 0 && <Imports imports={imports} />}
    </AdminPage>
  )
}

interface GroupsProps {
  by: EarningGrouping
  groups: EarningGroup[]
  total: Omit<EarningGroup, 'key' | 'label'>
}

function Groups({ by, groups, total }: GroupsProps) {
  const { t, i18n } = useTranslation('admin')
  if (groups.length === 0) {
    return (
      <p className="rounded-lg border border-card-line bg-card p-6 text-center text-sm text-muted">
        {t('earnings.empty')}
      </p>
    )
  }
  const nameOf = ({ key, label }: EarningGroup) => {
    if (key === null) return t('earnings.unknown')
    // A day is the same in every zone.
    if (by === 'day') return formatDate(new Date(`${key}T00:00:00Z`), 'date', i18n.language, 'UTC')
    return label ?? key
  }
  return (
    <AdminTable
      label={t('menu.earnings')}
      columns={[
        { key: 'group', text: t(`earnings.by.${by}`), className: 'w-1/3' },
        { key: 'clicks', text: t('clicks.clicks') },
        { key: 'registrations', text: t('earnings.registrations') },
        { key: 'deposits', text: t('earnings.deposits') },
        { key: 'chargebacks', text: t('earnings.chargebacks') },
        { key: 'earned', text: t('earnings.earned') },
        { key: 'per-click', text: t('earnings.per-click') },
      ]}
    >
      {groups.map((group) => (
        <AdminRow key={group.key ?? ''} changed={false}>
          <td className={CELL}>
            <bdi>{nameOf(group)}</bdi>
          </td>
          <Figures of={group} />
        </AdminRow>
      ))}
      <AdminRow changed={false}>
        <td className={`${CELL} font-semibold`}>{t('earnings.total')}</td>
        <Figures of={total} />
      </AdminRow>
    </AdminTable>
  )
}

function Figures({ of }: { of: Omit<EarningGroup, 'key' | 'label'> }) {
  const { i18n } = useTranslation('admin')
  const { clicks, registrations, deposits, chargebacks, sums } = of
  return (
    <>
      {[clicks, registrations, deposits, chargebacks].map((count, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
        <td key={index} className={`${CELL} tabular-nums`}>
          {formatCount(count, i18n.language)}
        </td>
      ))}
      <td className={`${CELL} tabular-nums`}>
        <Sums sums={sums} />
      </td>
      <td className={`${CELL} tabular-nums`}>
        {clicks > 0 && (
          <Sums
            sums={sums.map(({ currency, amount }) => ({
              currency,
              amount: (Number(amount) / clicks).toFixed(2),
            }))}
          />
        )}
      </td>
    </>
  )
}

/** One line for each currency: amounts of different currencies are never added. */
function Sums({ sums }: { sums: readonly Sum[] }) {
  const { i18n } = useTranslation('admin')
  if (sums.length === 0) return '–'
  return sums.map(({ currency, amount }) => (
    <span key={currency} className="block">
      {formatMoney(amount, currency, i18n.language)}
    </span>
  ))
}
