import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Banner, PassingBanner } from '../banner.tsx'
import { Flag } from '../flag.tsx'
import { ActionButton } from './action-button.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { Field, SelectField, TextArea } from './fields.tsx'
import { focusOpened } from './focus-opened.ts'
import { ReadyAction } from './ready-action.tsx'
import { Reading } from './rights.tsx'
import { NotAdmitted } from './save-bar.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { foremost } from './use-editor.ts'
import { useSaveKey } from './use-save-key.ts'
import { type Texts, type TranslationRow, useTranslations } from './use-translations.ts'

export interface PanelLanguage {
  id: string
  name: string
  nativeName: string
  /** Two letters; null shows a globe. */
  flagCode: string | null
  isDefault: boolean
}

export interface TranslatedField {
  /** A column of the database. */
  column: string
  label: string
  /** Whether it has several lines. */
  long?: boolean
  required?: boolean
  hint?: string
  /** A custom input. */
  input?: (props: TranslatedInput) => ReactNode
}

export interface TranslatedInput {
  label: string
  value: string
  changed: boolean
  problem: string | undefined
  onValue: (text: string) => void
}

/**
 * The texts of one item in each language, saved separately for each language; input for one language is kept while
 * another is shown.
 * @param owner the item; null if there is only one of its kind, undefined while it is not saved yet
 * @param rows its stored translations
 * @param defaults the initial texts of a language without a translation: the item's own texts, or those shown in that
 * language
 * @param optional the columns whose default is never stored
 * @param unstored the explanation of these defaults
 * @param result the preview of the texts of a language
 * @param action the URL of an action that answers with saveItemTranslation
 * @param invalid the message if a text is missing or rejected
 */
export function TranslationsPanel({
  name,
  owner,
  languages,
  rows,
  fields,
  defaults,
  optional,
  unstored,
  action,
  isOpen = false,
  invalid,
  problemText,
  result,
}: {
  /** Names the item. */
  name: string
  owner: string | null | undefined
  languages: readonly PanelLanguage[]
  rows: readonly TranslationRow[]
  fields: readonly TranslatedField[]
  defaults: Texts | ((language: string) => Texts)
  optional?: readonly string[]
  unstored?: string
  action: string
  /** Whether a button has opened it; the focus then moves into it. */
  isOpen?: boolean
  invalid: (problem: string | undefined) => string
  problemText: (problem: string | undefined) => string | undefined
  result?: (texts: Texts, language: string) => ReactNode
}) {
  const { t } = useTranslation('admin')
  const title = useId()
  const preset = languages.find(({ isDefault }) => isDefault) ?? languages[0]
  const columns = fields.map(({ column }) => column)
  const panel = useTranslations({
    owner: owner ?? null,
    rows,
    columns,
    defaults,
    ...(optional && { optional }),
    action,
    preset: preset?.id,
  })
  const language = languages.find(({ id }) => id === panel.language)
  const unsaved = owner === undefined
  useSaveKey(panel.dirty && !unsaved && !panel.saving, panel.save)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen)
      focusOpened(() => section.current?.querySelector<HTMLElement>('select:enabled') ?? section.current)
  }, [isOpen])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={title}
      className="flex flex-col gap-3 rounded-lg border border-card-line bg-ground p-3"
    >
      <UnsavedGuard when={panel.dirty} />
      <ReadyAction at={action} />
      <div className="flex flex-wrap items-end gap-3">
        <p id={title} className="grow text-sm font-semibold text-heading">
          {t('translate.title', { name })}
        </p>
        <span className="flex items-end gap-2">
          <span className="flex h-10 items-center">
            <Flag key={panel.language} code={language?.flagCode?.toUpperCase() ?? ''} />
          </span>
          <Reading>
            <SelectField
              label={t('translate.language')}
              value={panel.language}
              disabled={unsaved}
              onValue={panel.select}
              options={[
                { value: '', text: t('translate.choose') },
                ...languages.map((it) => ({ value: it.id, text: optionText(it) })),
              ]}
            />
          </Reading>
        </span>
      </div>
      {unsaved && <p className="text-sm text-muted">{t('translate.unsaved')}</p>}
      {!unsaved && language && !panel.isStored(language.id) && (
        <p className="text-xs text-muted">{unstored ?? t('translate.defaults')}</p>
      )}
      {fields.map(({ column, label, long, required, hint, input }) => {
        const Input = long ? TextArea : Field
        const props: TranslatedInput = {
          label,
          value: panel.shown[column] ?? '',
          changed: panel.isChanged(column),
          problem: problemText(panel.problemOf(column)),
          onValue: (text) => panel.set(column, text),
        }
        if (input && language && !unsaved) return <Fragment key={column}>{input(props)}</Fragment>
        return (
          <Input
            key={column}
            disabled={unsaved || !language}
            required={required}
            dir="auto"
            hint={hint}
            {...props}
          />
        )
      })}
      {language && result?.(panel.shown, language.id)}
      {answer()}
      <ActionButton
        unavailable={unsaved || panel.saving}
        onClick={panel.save}
        className="button min-h-11 self-end px-4 text-sm"
      >
        {panel.saving ? t('save.saving') : t('translate.save')}
      </ActionButton>
    </section>
  )

  /** Marked if there is a translation, or unsaved input. */
  function optionText({ id, name, nativeName }: PanelLanguage): string {
    const full = name === nativeName ? name : `${name} – ${nativeName}`
    return `${full}${panel.isStored(id) ? ' ✓' : ''}${panel.isDirty(id) ? ' •' : ''}`
  }

  function answer() {
    const { outcome } = panel
    switch (outcome?.kind) {
      case 'saved':
        return <PassingBanner key={outcome.at}>{t('translate.saved')}</PassingBanner>
      case 'no-language':
        return <Banner tone="error">{t('translate.no-language')}</Banner>
      case 'invalid':
        return <Banner tone="error">{invalid(foremost(outcome.problems))}</Banner>
      case 'refused':
        return <Banner tone="error">{problemText(outcome.problem) ?? outcome.problem}</Banner>
      case 'failed':
        return <Banner tone="error">{t('translate.failed')}</Banner>
      case 'signed-out':
      case 'forbidden':
        return <NotAdmitted outcome={outcome} />
      case 'conflict':
        return (
          <ConflictPanel
            conflicts={outcome.conflicts}
            columnText={(column) => fields.find((field) => field.column === column)?.label ?? column}
            keepMine={panel.keepMine}
            takeTheirs={panel.takeTheirs}
          />
        )
      default:
        return null
    }
  }
}
