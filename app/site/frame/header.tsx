import { MAX_LENGTH } from '#app/features/names/search-text.ts'
import { FORMAT_PARAMETER } from '#app/features/odds/shown-price.ts'
import { AccountArea } from '#app/islands/account-area.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { searchPath } from '#app/platform/paths.ts'
import { Island } from '#app/ui/island.tsx'
import { Icon } from '#app/ui/marks.tsx'
import { Brand } from './brand.tsx'
import { FormatPicker } from './format-picker.tsx'
import { type FrameProps, SIDEBAR_ID } from './props.ts'

const SEARCH_ID = 'site-search'

/**
 * On small screens the menu button and the brand; on all the search and the price format, and from tablets on the
 * account.
 * @param typed the text of the search, on the page of its results
 */
export function Header(props: Pick<FrameProps, 'root' | 'search' | 'hasFormats'> & { typed: string }) {
  const { root, search, typed, hasFormats } = props
  const { t } = useTranslation('common')
  return (
    <header className="site-header">
      <button type="button" popoverTarget={SIDEBAR_ID} aria-label={t('menu.open')} className="tool on-phone">
        <Icon name="menu" />
      </button>
      <div className="on-phone grows">
        <Brand siteName={root.siteName} logoUrl={root.logoUrl} />
      </div>
      <SearchForm typed={typed} askedFormat={root.askedFormat} />
      {hasFormats && <FormatPicker search={search} format={root.priceFormat} />}
      <Island name="account" className="account">
        <AccountArea />
      </Island>
    </header>
  )
}

/** A form that works without scripts, in a popover on phones; its suggestions are an island that is loaded on focus. */
function SearchForm({ typed, askedFormat }: { typed: string; askedFormat: string | null }) {
  const { t, i18n } = useTranslation('search')
  return (
    <>
      <form id={SEARCH_ID} popover="auto" action={searchPath(i18n.language)} className="search-box">
        {askedFormat && <input type="hidden" name={FORMAT_PARAMETER} value={askedFormat} />}
        <search>
          <label>
            <span className="sr-only">{t('label')}</span>
            <Icon name="search" />
            <input
              // Not of the type `search`, which cannot have the suggestions of a combobox in HTML.
              type="text"
              inputMode="search"
              name="q"
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={false}
              aria-keyshortcuts="Control+K Meta+K /"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={MAX_LENGTH}
              defaultValue={typed || undefined}
              placeholder={t('placeholder')}
            />
            <span className="key" aria-hidden="true">
              /
            </span>
          </label>
          <button
            type="button"
            popoverTarget={SEARCH_ID}
            popoverTargetAction="hide"
            className="tool on-phone"
          >
            <Icon name="close" />
            <span className="sr-only">{t('close')}</span>
          </button>
        </search>
        <div className="suggestions" />
      </form>
      <button type="button" popoverTarget={SEARCH_ID} data-search className="tool on-phone">
        <Icon name="search" />
        <span className="sr-only">{t('open')}</span>
      </button>
    </>
  )
}
