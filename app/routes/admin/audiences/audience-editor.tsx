import { Languages } from 'lucide-react'
import { useState } from 'react'
import type { EditorAudience, PermittedBookmaker } from '#app/features/audiences/editor-queries.server.ts'
import { permitsBookmaker, toGroup } from '#app/features/audiences/permissions.ts'
import { fillFrom, PRESETS, type Preset } from '#app/features/audiences/presets.ts'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import type { Language } from '#app/features/languages/schema.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Chip } from '#app/ui/admin/chip.tsx'
import { Field, PositionField, SelectField, TextArea, Toggle } from '#app/ui/admin/fields.tsx'
import { IconButton } from '#app/ui/admin/icon-button.tsx'
import { RemoveButton } from '#app/ui/admin/remove-button.tsx'
import { useRights } from '#app/ui/admin/rights.tsx'
import { TranslationsPanel } from '#app/ui/admin/translations-panel.tsx'
import type { Editor } from '#app/ui/admin/use-editor.ts'
import type { TranslationRow } from '#app/ui/admin/use-translations.ts'

interface Country {
  code: string
  name: string
}

interface EditorProps {
  audience: EditorAudience
  editor: Editor<EditorAudience>
  bookmakers: readonly PermittedBookmaker[]
  /** Every country, by name. */
  countries: readonly Country[]
  languages: readonly Language[]
  /** Of all groups. */
  translations: readonly TranslationRow[]
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

/** The element id of a group's card. */
export function cardId(id: string): string {
  return `audience-${id}`
}

/** A group's card: its countries, what their visitors may see, and its texts. */
export function AudienceEditor(props: EditorProps) {
  const { audience, editor, bookmakers, countries, languages, translations, onUp, onDown } = props
  const { t } = useTranslation('admin')
  // Once opened the panel stays mounted: typed text is not lost when it is closed.
  const [panel, setPanel] = useState<'never' | 'open' | 'closed'>('never')
  const { id } = audience
  const isNew = editor.isNew(id)
  const name = audience.name || t('audiences.new')
  const set = (values: Partial<EditorAudience>) => editor.set(id, values)
  const about = (column: keyof EditorAudience & string) => ({
    changed: editor.isChanged(id, column),
    problem: problemText(t, editor.problemOf(id, column)),
  })
  const text = (column: 'help_text' | 'help_url' | 'ad_word' | 'terms') => ({
    label: columnText(t, column),
    value: audience[column] ?? '',
    dir: column === 'help_url' ? 'ltr' : 'auto',
    ...about(column),
    onValue: (value: string) => set({ [column]: value }),
  })
  const toggle = (column: 'promotions_on' | 'links_on' | 'alerts_on' | 'adult_mark' | 'is_rest') => ({
    label: columnText(t, column),
    on: audience[column],
    changed: editor.isChanged(id, column),
    onToggle: (on: boolean) => set({ [column]: on }),
  })
  return (
    <article
      id={cardId(id)}
      aria-label={name}
      data-changed={isNew || editor.isChanged(id) || undefined}
      className="flex flex-col gap-4 rounded-lg border border-card-line bg-card p-4 data-changed:border-warning"
    >
      <header className="flex flex-wrap items-center gap-2">
        <PositionField
          label={name}
          position={audience.menu_position}
          min={1}
          {...about('menu_position')}
          onPosition={(menu_position) => set({ menu_position })}
          onUp={onUp}
          onDown={onDown}
        />
        <span className="ms-auto flex">
          <IconButton
            label={t('translate.title', { name })}
            expanded={panel === 'open'}
            onClick={() => setPanel(panel === 'open' ? 'closed' : 'open')}
          >
            <Languages aria-hidden="true" className="size-4" />
          </IconButton>
          {!isNew && <HistoryButton entity="audiences" id={id} name={name} />}
          <RemoveButton name={name} onRemove={() => editor.remove(id)} />
        </span>
      </header>
      <Presets
        countries={countries}
        onPreset={(preset, presetName) => set(fillFrom(preset, presetName, audience.name))}
      />
      <div className="grid gap-3 md:grid-cols-2">
        <Field
          label={t('audiences.name')}
          value={audience.name}
          dir="auto"
          required
          {...about('name')}
          onValue={(value) => set({ name: value })}
        />
        <Countries
          audience={audience}
          countries={countries}
          {...about('countries')}
          onCountries={(it) => set({ countries: it })}
        />
      </div>
      <div>
        <Toggle {...toggle('is_rest')} />
        {editor.problemOf(id, 'is_rest') && (
          <p className="text-xs text-danger">{problemText(t, editor.problemOf(id, 'is_rest'))}</p>
        )}
      </div>
      <Bookmakers
        audience={audience}
        bookmakers={bookmakers}
        problem={about('bookmakers').problem}
        onChange={set}
      />
      <div className="flex flex-wrap gap-x-6">
        <Toggle {...toggle('promotions_on')} />
        <Toggle {...toggle('links_on')} />
        <Toggle {...toggle('alerts_on')} />
        <Toggle {...toggle('adult_mark')} />
      </div>
      <p className="text-xs text-muted">{t('audiences.without-bookmaker')}</p>
      <div className="grid gap-3 md:grid-cols-2">
        <Field
          label={columnText(t, 'minimum_age')}
          type="number"
          min={16}
          max={25}
          value={audience.minimum_age ?? ''}
          hint={t('audiences.age-hint')}
          {...about('minimum_age')}
          onValue={(value) => set({ minimum_age: value === '' ? null : Number(value) })}
        />
        <Field {...text('ad_word')} hint={t('audiences.ad-hint')} />
        <Field {...text('help_text')} />
        <Field {...text('help_url')} inputMode="url" placeholder="https://" />
        <TextArea {...text('terms')} rows={2} className="md:col-span-2" />
      </div>
      {panel !== 'never' && (
        <div hidden={panel === 'closed'}>
          <TranslationsPanel
            name={name}
            owner={isNew ? undefined : id}
            languages={languages}
            rows={translations.filter((row) => row.audience_id === id)}
            fields={[
              { column: 'help_text', label: columnText(t, 'help_text') },
              { column: 'ad_word', label: columnText(t, 'ad_word') },
              { column: 'terms', label: columnText(t, 'terms'), long: true },
            ]}
            defaults={{ help_text: audience.help_text, ad_word: audience.ad_word, terms: audience.terms }}
            action="/admin/audiences/translations"
            isOpen={panel === 'open'}
            invalid={(problem) => problemText(t, problem) ?? t('translate.failed')}
            problemText={(problem) => problemText(t, problem)}
          />
        </div>
      )}
    </article>
  )
}

/** Fills the form in; nothing is saved, and the list of bookmakers stays. */
function Presets({
  countries,
  onPreset,
}: {
  countries: readonly Country[]
  onPreset: (preset: Preset, name: string) => void
}) {
  const { t } = useTranslation('admin')
  const [code, setCode] = useState('')
  const chosen = PRESETS.find((preset) => preset.code === code)
  const nameOf = (of: string) =>
    countries.find((country) => country.code === of)?.name ?? t('audiences.everywhere-else')
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line p-3">
      <SelectField
        label={t('audiences.preset')}
        value={code}
        options={[
          { value: '', text: t('audiences.preset-none') },
          ...PRESETS.map((preset) => ({ value: preset.code, text: nameOf(preset.code) })),
        ]}
        onValue={(value) => {
          setCode(value)
          const preset = PRESETS.find((it) => it.code === value)
          if (preset) onPreset(preset, nameOf(value))
        }}
      />
      {chosen && (
        <div className="text-sm text-body">
          <p className="text-warning">{t('audiences.preset-check')}</p>
          <ul className="list-disc ps-5">
            {chosen.sources.map(({ name, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noopener" className="underline" dir="auto">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The countries of a group as buttons that remove them, and a choice that adds one. */
function Countries({
  audience,
  countries,
  problem,
  changed,
  onCountries,
}: {
  audience: EditorAudience
  countries: readonly Country[]
  problem: string | undefined
  changed: boolean
  onCountries: (countries: string) => void
}) {
  const { t } = useTranslation('admin')
  const own = audience.countries.split(' ').filter(Boolean)
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        data-add
        label={columnText(t, 'countries')}
        value=""
        data-changed={changed || undefined}
        aria-invalid={problem ? true : undefined}
        options={[
          { value: '', text: t('audiences.add-country') },
          ...countries
            .filter(({ code }) => !own.includes(code))
            .map(({ code, name }) => ({ value: code, text: name })),
        ]}
        onValue={(code) => code && onCountries([...own, code].sort().join(' '))}
      />
      {problem && <p className="text-xs text-danger">{problem}</p>}
      {own.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {own.map((code) => (
            <li key={code}>
              <Chip
                name={nameOf(code)}
                label={t('audiences.remove-country', { country: nameOf(code) })}
                onRemove={() => onCountries(own.filter((it) => it !== code).join(' '))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Which bookmakers the group's visitors see: all but the ticked ones, or only these. */
function Bookmakers({
  audience,
  bookmakers,
  problem,
  onChange,
}: {
  audience: EditorAudience
  problem: string | undefined
  bookmakers: readonly PermittedBookmaker[]
  onChange: (values: Partial<EditorAudience>) => void
}) {
  const { t } = useTranslation('admin')
  const { canChange } = useRights()
  const listed = audience.bookmakers.split('\n').filter(Boolean)
  const rule = toGroup(audience).bookmakers
  const shown = bookmakers.filter(({ keys }) => keys.every((key) => permitsBookmaker(rule, key))).length
  const isExcept = audience.bookmaker_rule === 'except'
  const tick = (keys: readonly string[], on: boolean) => {
    const others = listed.filter((it) => !keys.includes(it))
    onChange({ bookmakers: (on ? [...others, ...keys] : others).sort().join('\n') })
  }
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label={columnText(t, 'bookmaker_rule')}
        value={audience.bookmaker_rule}
        options={[
          { value: 'only', text: t('audiences.rule.only') },
          { value: 'except', text: t('audiences.rule.except') },
        ]}
        onValue={(bookmaker_rule) => onChange({ bookmaker_rule })}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="text-sm text-body">
          {t(isExcept ? 'audiences.barred' : 'audiences.permitted')} ·{' '}
          {t('audiences.shown', { count: shown, all: bookmakers.length })}
        </legend>
        <ul className="grid max-h-60 grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-4 overflow-y-auto rounded-md border border-line p-2">
          {bookmakers.map(({ keys, name }) => (
            <li key={keys[0]}>
              <label className="flex min-h-8 items-center gap-2 text-sm text-body">
                <input
                  type="checkbox"
                  checked={keys.every((key) => listed.includes(key))}
                  disabled={!canChange}
                  onChange={(event) => tick(keys, event.target.checked)}
                />
                <span dir="auto">{name}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {problem && <p className="text-xs text-danger">{problem}</p>}
      <p className="text-xs text-muted">{t(isExcept ? 'audiences.hint.except' : 'audiences.hint.only')}</p>
    </div>
  )
}
