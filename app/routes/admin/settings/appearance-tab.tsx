import { Moon, RotateCcw, Sun } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { DEFAULT_SETTINGS } from '#app/features/settings/default-settings.ts'
import type { EditableSettings } from '#app/features/settings/schema.ts'
import { type ColourColumn, DEFAULT_COLOURS, LIGHT_PRESET } from '#app/features/theme/default-colours.ts'
import {
  type ContrastWarning,
  contrastWarnings,
  GRADIENTS,
  type GradientName,
  gradient,
  themeCss,
} from '#app/features/theme/rules.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Tabs, Views } from '#app/ui/admin/tabs.tsx'
import { ColourField, NumberField } from './colour-field.tsx'
import { type SettingsForm, settingText, type ToggleColumn, ToggleSetting } from './form.tsx'
import { ThemePreview } from './theme-preview.tsx'

interface Section {
  key:
    | 'base'
    | 'text'
    | 'containers'
    | 'cards'
    | 'status'
    | 'links'
    | 'buttons'
    | 'icons'
    | 'header'
    | 'sidebar'
    | 'footer'
  toggles?: readonly ToggleColumn[]
  colours: readonly ColourColumn[]
}

/** Groups of settings that are reset together. */
const SECTIONS: readonly Section[] = [
  {
    key: 'base',
    colours: ['primary_color', 'secondary_color', 'background_color', 'background_light_color'],
  },
  { key: 'text', colours: ['text_heading_color', 'text_body_color', 'text_muted_color'] },
  { key: 'containers', colours: ['container_background_color', 'container_border_color'] },
  {
    key: 'cards',
    colours: ['card_background_color', 'card_hover_color', 'card_border_color', 'promotion_star_color'],
  },
  { key: 'status', colours: ['status_live_color', 'status_scheduled_color'] },
  { key: 'links', colours: ['link_color', 'link_hover_color'] },
  {
    key: 'buttons',
    colours: [
      'button_background_color',
      'button_text_color',
      'button_hover_background_color',
      'button_hover_text_color',
    ],
  },
  { key: 'icons', colours: ['icon_color', 'icon_hover_color', 'icon_active_color'] },
  { key: 'header', toggles: ['header_background_enabled'], colours: [] },
  { key: 'sidebar', toggles: ['sidebar_background_enabled'], colours: ['sidebar_background_color'] },
  {
    key: 'footer',
    toggles: ['footer_background_enabled'],
    colours: ['footer_background_color', 'footer_text_color', 'footer_icon_color'],
  },
]

const PARTS = ['colors', 'gradients'] as const

/** Colours and gradients beside a preview of the site; nothing is stored before Save Changes. */
export function AppearanceTab({
  form,
  part,
  to,
}: {
  form: SettingsForm
  part: string
  to: (part: string) => string
}) {
  const { t } = useTranslation('admin')
  const current = PARTS.find((it) => it === part) ?? 'colors'
  // The form responds at once, the preview when there is time.
  const shown = useDeferredValue(form.values)
  const css = useMemo(() => themeCss(shown), [shown])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-wrap gap-2">
          <button type="button" onClick={() => form.set(LIGHT_PRESET)} className={PRESET}>
            <Sun aria-hidden="true" className="size-4" />
            {t('settings.light')}
          </button>
          <button type="button" onClick={() => form.set(DEFAULT_COLOURS)} className={PRESET}>
            <Moon aria-hidden="true" className="size-4" />
            {t('settings.dark')}
          </button>
        </div>
        <Tabs
          label={t('settings.tab-appearance')}
          current={current}
          to={to}
          tabs={PARTS.map((key) => ({ key, text: t(`settings.${key}`) }))}
        />
        <Views
          current={current}
          views={{
            colors: () => <Colours form={form} />,
            gradients: () => GRADIENTS.map((name) => <Gradient key={name} form={form} name={name} />),
          }}
        />
      </div>
      <ThemePreview css={css} />
    </div>
  )
}

const PRESET = 'button-quiet min-h-10 px-4 text-sm'

function Colours({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('admin')
  const warnings = useMemo(
    () => new Map(contrastWarnings(form.values).map((warning) => [warning.column, warning])),
    [form.values],
  )
  return SECTIONS.map(({ key, toggles = [], colours }) => (
    <ResettablePanel
      key={key}
      form={form}
      title={t(`settings.section-${key}`)}
      columns={[...toggles, ...colours]}
    >
      {toggles.map((column) => (
        <ToggleSetting key={column} form={form} column={column} />
      ))}
      {colours.length > 0 && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-x-3 gap-y-1">
          {colours.map((column) => (
            <ColourField
              key={column}
              label={settingText(t, column)}
              value={form.values[column]}
              changed={form.isChanged(column)}
              problem={form.problemOf(column)}
              warning={warningText(warnings.get(column))}
              shown={warnings.get(column)?.shown}
              onValue={(value) => form.set({ [column]: value })}
            />
          ))}
        </div>
      )}
    </ResettablePanel>
  ))

  function warningText(warning: ContrastWarning | undefined): string | undefined {
    if (!warning) return undefined
    const { ratio, needed, shown } = warning
    return t('settings.contrast', { ratio: ratio.toFixed(1), needed, shown })
  }
}

const GRADIENT_PARTS = [
  'enabled',
  'start_color',
  'end_color',
  'angle',
  'start_opacity',
  'end_opacity',
] as const

function Gradient({ form, name }: { form: SettingsForm; name: GradientName }) {
  const { t } = useTranslation('admin')
  const column = <Part extends (typeof GRADIENT_PARTS)[number]>(part: Part) =>
    `${name}_gradient_${part}` as const
  const title = settingText(t, `${name}_gradient`)
  const enabled = column('enabled')
  const image = gradient({ ...form.values, [enabled]: true }, name)
  return (
    <ResettablePanel form={form} title={title} columns={GRADIENT_PARTS.map(column)}>
      <div className="flex items-center gap-4">
        <ToggleSetting form={form} column={enabled} />
        <span
          aria-hidden="true"
          style={{ background: `${image}, ${form.values.background_color}` }}
          className="h-8 min-w-24 grow rounded-md border border-line"
        />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-3">
        {(['start', 'end'] as const).map((end) => {
          const [colour, opacity] = [column(`${end}_color`), column(`${end}_opacity`)]
          return (
            <div key={end} className="flex flex-col gap-3">
              <ColourField
                label={settingText(t, colour)}
                value={form.values[colour]}
                changed={form.isChanged(colour)}
                problem={form.problemOf(colour)}
                onValue={(value) => form.set({ [colour]: value })}
              />
              <NumberField
                label={settingText(t, opacity)}
                unit="%"
                most={100}
                value={Math.round(form.values[opacity] * 100)}
                changed={form.isChanged(opacity)}
                onValue={(percent) => form.set({ [opacity]: percent / 100 })}
              />
            </div>
          )
        })}
        <NumberField
          label={settingText(t, column('angle'))}
          unit="°"
          most={360}
          value={form.values[column('angle')]}
          changed={form.isChanged(column('angle'))}
          onValue={(angle) => form.set({ [column('angle')]: angle })}
        />
      </div>
    </ResettablePanel>
  )
}

function ResettablePanel({
  form,
  title,
  columns,
  children,
}: {
  form: SettingsForm
  title: string
  columns: readonly (keyof EditableSettings & keyof typeof DEFAULT_SETTINGS)[]
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  const defaults = Object.fromEntries(columns.map((column) => [column, DEFAULT_SETTINGS[column]]))
  const isDefault = columns.every((column) => form.values[column] === defaults[column])
  return (
    <Panel
      title={title}
      actions={
        <ActionButton
          unavailable={isDefault}
          aria-label={t('settings.reset-section', { name: title })}
          onClick={() => form.set(defaults)}
          className="button-quiet min-h-9 px-3 text-xs"
        >
          <RotateCcw aria-hidden="true" className="size-4" />
          {t('settings.reset')}
        </ActionButton>
      }
    >
      {children}
    </Panel>
  )
}
