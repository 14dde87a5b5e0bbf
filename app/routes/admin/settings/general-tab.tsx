import { ImageField } from '#app/features/media/components/image-field.tsx'
import type { SIMPLE_SETTINGS } from '#app/features/settings/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { type SettingsForm, SimpleSetting, settingText, TextSetting } from './form.tsx'

const IMAGES = [
  ['logo_url', 'logo'],
  ['favicon_url', 'favicon'],
] as const

/** The site's name, address and images, and the settings of all pages. */
export function GeneralTab({
  form,
  zones,
  simple,
}: {
  form: SettingsForm
  zones: readonly string[]
  simple: typeof SIMPLE_SETTINGS
}) {
  const { t } = useTranslation('admin')
  return (
    <>
      <Panel title={t('settings.general-title')}>
        <TextSetting form={form} column="site_name" required />
        <TextSetting form={form} column="site_url" address hint={t('settings.site-url-hint')} />
        {IMAGES.map(([column, purpose]) => (
          <ImageField
            key={column}
            label={settingText(t, column)}
            value={form.values[column]}
            purpose={purpose}
            changed={form.isChanged(column)}
            problem={form.problemOf(column)}
            onValue={(url) => form.set({ [column]: url })}
          />
        ))}
      </Panel>
      <Panel title={t('settings.more-title')}>
        <Field
          label={settingText(t, 'time_zone')}
          value={form.values.time_zone}
          list="time-zones"
          dir="ltr"
          hint={t('settings.time-zone-hint')}
          changed={form.isChanged('time_zone')}
          problem={form.problemOf('time_zone')}
          onValue={(time_zone) => form.set({ time_zone })}
        />
        <datalist id="time-zones">
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        {simple.map(({ column, options }) => (
          <SimpleSetting key={column} form={form} column={column} options={options} />
        ))}
      </Panel>
    </>
  )
}
