import { ImageField } from '#app/features/media/components/image-field.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { PRICE_MARKS } from '#app/platform/numbers.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { type SettingsForm, settingText, TextSetting, ToggleSetting } from './form.tsx'

const IMAGES = [
  ['logo_url', 'logo'],
  ['favicon_url', 'favicon'],
] as const

/** What the site is called and where it is (C-048), and what holds for all of its pages. */
export function GeneralTab({ form, zones }: { form: SettingsForm; zones: readonly string[] }) {
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
        <SelectField
          label={settingText(t, 'price_decimal_mark')}
          value={form.values.price_decimal_mark}
          data-changed={form.isChanged('price_decimal_mark') || undefined}
          options={PRICE_MARKS.map((mark) => ({ value: mark, text: t(`settings.price-mark.${mark}`) }))}
          onValue={(mark) => form.set({ price_decimal_mark: mark as (typeof PRICE_MARKS)[number] })}
        />
        <ToggleSetting form={form} column="demo_statistics" />
        <ToggleSetting form={form} column="require_admin_two_factor" />
      </Panel>
    </>
  )
}
