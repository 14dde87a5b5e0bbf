import { MAX_LENGTH } from '#app/features/names/search-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { searchPath } from '#app/platform/paths.ts'
import { Icon } from '#app/ui/marks.tsx'

/** A search within the page, at widths where the header's search is hidden. */
export function SearchField({ typed }: { typed?: string }) {
  const { t, i18n } = useTranslation('search')
  return (
    <search>
      <form action={searchPath(i18n.language)} className="field">
        <label>
          <span className="sr-only">{t('label')}</span>
          <input
            type="search"
            name="q"
            maxLength={MAX_LENGTH}
            defaultValue={typed}
            placeholder={t('placeholder')}
          />
        </label>
        <button type="submit" className="button-quiet">
          <Icon name="search" />
          <span className="sr-only">{t('label')}</span>
        </button>
      </form>
    </search>
  )
}
