import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Flag } from '#app/ui/flag.tsx'
import { matchesCountry, type PickerCountry } from '../country-choice.ts'
import { INPUT } from './field.tsx'

interface CountryPickerProps {
  countries: PickerCountry[]
  value: PickerCountry
  labelId: string
  onChange(country: PickerCountry): void
}

/** Countries with flag and calling code, found by either. */
export default function CountryPicker({ countries, value, labelId, onChange }: CountryPickerProps) {
  const { t } = useTranslation('auth')
  return (
    <Combobox.Root
      items={countries}
      value={value}
      onValueChange={(country) => country && onChange(country)}
      itemToStringLabel={(country) => country.name}
      isItemEqualToValue={(a, b) => a.code === b.code}
      filter={matchesCountry}
    >
      <Combobox.Trigger
        aria-labelledby={`${labelId} ${labelId}-value`}
        className={`${INPUT} flex items-center gap-2 text-start`}
      >
        <span id={`${labelId}-value`} className="flex min-w-0 grow items-center gap-2">
          <Country country={value} />
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-icon" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-20 outline-none">
          <Combobox.Popup
            aria-label={t('country')}
            className="w-(--anchor-width) rounded-lg border border-line bg-container p-1 text-body shadow-lg"
          >
            <Combobox.Input
              aria-label={t('country-search')}
              placeholder={t('country-search')}
              className={`${INPUT} mb-1`}
            />
            <Combobox.Empty className="px-3 text-sm text-muted not-empty:py-2">
              {t('country-none')}
            </Combobox.Empty>
            <Combobox.List className="max-h-48 scroll-py-1 overflow-y-auto overscroll-contain">
              {(country: PickerCountry) => (
                <Combobox.Item
                  key={country.code}
                  value={country}
                  className="flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-3 text-sm data-highlighted:bg-card-hover data-highlighted:text-heading md:min-h-9"
                >
                  <Country country={country} />
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

function Country({ country }: { country: PickerCountry }) {
  return (
    <>
      <Flag code={country.code} />
      <span className="min-w-0 grow truncate">{country.name}</span>
      {country.callingCode && (
        <span dir="ltr" className="shrink-0 text-muted tabular-nums">
          +{country.callingCode}
        </span>
      )}
    </>
  )
}
