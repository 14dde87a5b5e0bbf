import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import type {
  ButtonState,
  EditorTemplate,
  MergedLink,
} from '#app/features/affiliates/editor-queries.server.ts'
import { hasPlaceholder, SUB_CONTENTS, SUBS } from '#app/features/affiliates/link-template.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { newId } from '#app/ui/admin/new-id.ts'
import { Panel } from '#app/ui/admin/page.tsx'
import { RemoveButton } from '#app/ui/admin/remove-button.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import type { Editor } from '#app/ui/admin/use-editor.ts'
import { Banner } from '#app/ui/banner.tsx'

interface TemplatesPanelProps {
  bookmaker: { id: string; name: string }
  /** Of the screen; its other rows have no `bookmaker_id`. */
  editor: Editor<EditorTemplate>
  countries: readonly { code: string; name: string }[]
  /** Prices reach the links through it. */
  button: ButtonState
  /** Whether a feed's link may lead anywhere. */
  hasHosts: boolean
  /** Of the bookmakers that are merged into it. */
  merged: readonly MergedLink[]
  /** The bookmaker into which it is merged. */
  into: { id: string; name: string } | null
}

/** The affiliate links of a bookmaker: one for every country, and one for each of some countries. */
export function TemplatesPanel({ bookmaker, editor, countries, merged, into, ...more }: TemplatesPanelProps) {
  const { button, hasHosts } = more
  const { t } = useTranslation('admin')
  const templates = editor.rows.filter((row) => 'bookmaker_id' in row)
  const add = () =>
    editor.add({
      ...{ id: newId(), bookmaker_id: bookmaker.id, country: null, template: '' },
      ...{ sub1: null, sub2: null, sub3: null, sub4: null, sub5: null },
    })
  return (
    <Panel
      title={t('links.templates')}
      actions={
        <Changing>
          <button type="button" data-add onClick={add} className="button-quiet min-h-10 gap-2 px-4 text-sm">
            <Plus aria-hidden="true" className="size-4" />
            {t('links.add-template')}
          </button>
        </Changing>
      }
    >
      <p className="text-sm text-muted">{t('links.templates-hint')}</p>
      {button !== 'active' && templates.some(({ id }) => !editor.isNew(id)) && (
        <Banner tone="notice">
          {t('links.no-button')}{' '}
          {button === 'none' && !templates.some(({ country }) => country === null) && (
            <>{t('links.makes-button')} </>
          )}
          <Link to="/admin/affiliate-buttons" className="underline">
            {t('menu.affiliate-buttons')}
          </Link>
        </Banner>
      )}
      {into && templates.length > 0 && (
        <Banner tone="notice">{t('links.of-merged', { into: into.name })}</Banner>
      )}
      <MergedLinks merged={merged} countries={countries} name={bookmaker.name} />
      {templates.length > 0 && (
        <ul className="flex flex-col gap-3">
          {templates.map((row) => (
            <li key={row.id}>
              <TemplateFields {...{ row, editor, countries, hasHosts }} name={bookmaker.name} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface MergedLinksProps extends Pick<TemplatesPanelProps, 'merged' | 'countries'> {
  name: string
}

/** Links that came with a merge. They are changed after a split, or overridden by a link for the same country. */
function MergedLinks({ merged, countries, name }: MergedLinksProps) {
  const { t } = useTranslation('admin')
  if (merged.length === 0) return null
  return (
    <section className="flex flex-col gap-1 text-sm">
      <h3 className="font-semibold text-heading">{t('links.merged')}</h3>
      <ul className="flex flex-col gap-2">
        {merged.map((link) => (
          <li key={link.id}>
            <bdi>{link.name}</bdi> ·{' '}
            <bdi>{countries.find(({ code }) => code === link.country)?.name ?? t('links.every-country')}</bdi>{' '}
            ·{' '}
            <span className={link.isUsed ? undefined : 'text-warning'}>
              {link.isUsed ? t('links.merged-used') : t('links.merged-unused', { name })}
            </span>
            <code dir="ltr" className="block text-xs break-all text-muted">
              {link.template}
            </code>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TemplateFieldsProps extends Pick<TemplatesPanelProps, 'countries' | 'hasHosts'> {
  row: EditorTemplate
  editor: Editor<EditorTemplate>
  name: string
}

function TemplateFields({ row, editor, countries, hasHosts, name }: TemplateFieldsProps) {
  const { t } = useTranslation('admin')
  const { id } = row
  const country = countries.find(({ code }) => code === row.country)?.name ?? t('links.every-country')
  const problem = problemText(t, editor.problemOf(id, 'country'))
  const isSkipped = !hasHosts && hasPlaceholder(row.template, 'event_link')
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 text-sm font-semibold text-heading">
        <bdi>{country}</bdi>
      </legend>
      <div className="grid items-start gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]">
        <div>
          <SelectField
            label={t('links.country')}
            value={row.country ?? ''}
            data-changed={editor.isChanged(id, 'country') || undefined}
            options={[
              { value: '', text: t('links.every-country') },
              ...countries.map((it) => ({ value: it.code, text: it.name })),
            ]}
            onValue={(code) => editor.set(id, { country: code || null })}
          />
          {problem && <p className="text-xs text-danger">{problem}</p>}
        </div>
        <Field
          label={t('links.link')}
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          value={row.template}
          changed={editor.isChanged(id, 'template')}
          problem={problemText(t, editor.problemOf(id, 'template'))}
          hint={
            isSkipped && (
              <span className="text-warning">
                {t('links.no-hosts', { field: columnText(t, 'link_hosts') })}
              </span>
            )
          }
          onValue={(template) => editor.set(id, { template })}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
        {SUBS.map((column) => (
          <SelectField
            key={column}
            label={`\u2066{${column}}\u2069`}
            value={row[column] ?? ''}
            data-changed={editor.isChanged(id, column) || undefined}
            options={[
              { value: '', text: '–' },
              ...SUB_CONTENTS.map((content) => ({ value: content, text: t(`links.sub.${content}`) })),
            ]}
            onValue={(content) => editor.set(id, { [column]: content || null })}
          />
        ))}
      </div>
      <div className="flex gap-2">
        {!editor.isNew(id) && <HistoryButton entity="link_templates" id={id} name={`${name}, ${country}`} />}
        <RemoveButton name={`${name}, ${country}`} onRemove={() => editor.remove(id)} />
      </div>
    </fieldset>
  )
}
