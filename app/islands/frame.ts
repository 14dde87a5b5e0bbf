import type { CountryMenuItem } from '#app/features/catalogue/schema.ts'
import { inLanguage } from '#app/features/languages/switch.ts'
import { getMe } from '#app/features/visitor/me-store.ts'
import { countriesOfSportPath, countryPath } from '#app/platform/paths.ts'
import { makeDrawer } from '#app/ui/drawer.ts'
import { flagName, flagUrl } from '#app/ui/flag-url.ts'
import sprite from '#app/ui/marks.svg?no-inline'
import { showInRow } from '#app/ui/show-in-row.ts'
import { loadOdds } from './formats.ts'

const LARGE = '(min-width: 48rem)'

/** The behaviour of the frame: drawer, countries on demand, languages, search. */
export function startFrame(): void {
  // The layout of the first frame is known, and nothing has changed it yet.
  for (const tab of document.querySelectorAll('.tabs > [aria-current], .chips [aria-current]')) {
    const row = tab.closest('.tabs, ul')
    if (row) showInRow(row, tab)
  }
  const sidebar = document.getElementById('sidebar')
  if (sidebar) makeDrawer(sidebar)
  for (const sport of document.querySelectorAll<HTMLDetailsElement>('[data-countries]')) startCountries(sport)
  const languages = document.querySelector<HTMLDetailsElement>('.languages')
  if (languages) startLanguages(languages)
  startSearch()
  const formats = document.querySelector<HTMLDetailsElement>('.formats')
  if (formats) startFormats(formats)
}

/** The countries of a sport are loaded when a visitor is about to open it; without them the link to the sport works. */
function startCountries(details: HTMLDetailsElement): void {
  let isAsked = false
  const bring = async () => {
    if (isAsked) return
    isAsked = true
    const { lang } = document.documentElement
    const slug = details.dataset.countries ?? ''
    const response = await fetch(countriesOfSportPath(lang, slug)).catch(() => undefined)
    if (!response?.ok) {
      isAsked = false
      return
    }
    const countries = (await response.json()) as CountryMenuItem[]
    details.querySelector('ul')?.replaceChildren(...countries.map((it) => countryItem(lang, slug, it)))
  }
  details.addEventListener('toggle', () => details.open && bring())
  details.addEventListener('pointerenter', bring)
  if (details.open) bring()
}

/** The flag of a country, as the menu's own (site/parts/flag.tsx); a globe for one without. */
function flagOf(code: string): Element {
  const holder = document.createElement('template')
  const flag = flagName(code)
  holder.innerHTML = flag
    ? `<img class="flag" src="${flagUrl(flag)}" alt="" width="20" height="15">`
    : `<svg class="icon"><use href="${sprite}#globe"/></svg>`
  return holder.content.firstElementChild ?? holder
}

function countryItem(
  lang: string,
  sport: string,
  { slug, code, name, matchCount }: CountryMenuItem,
): Element {
  const link = Object.assign(document.createElement('a'), { className: 'entry' })
  link.href = countryPath(lang, sport, slug)
  if (location.pathname === link.pathname) link.ariaCurrent = 'page'
  else if (location.pathname.startsWith(`${link.pathname}/`)) link.ariaCurrent = 'true'
  link.append(flagOf(code), Object.assign(document.createElement('span'), { textContent: name }))
  if (matchCount > 0)
    link.append(Object.assign(document.createElement('small'), { textContent: `(${matchCount})` }))
  const item = document.createElement('li')
  item.append(link)
  return item
}

/** Shows the page in the language of a member's profile, if the visitor has chosen none in this browser. */
export async function moveToProfileLanguage(language: string | null): Promise<void> {
  const picker = [...document.querySelectorAll<HTMLAnchorElement>('.languages a')]
  const codes = picker.map(({ hreflang }) => ({ code: hreflang }))
  const change = await import('#app/features/languages/change.ts').catch(() => undefined)
  change?.moveToProfileLanguage(language, document.documentElement.lang, codes)
}

/** Few visitors change the language, so its code is loaded on demand; if that fails, the link still works. */
function startLanguages(picker: HTMLDetailsElement): void {
  picker.addEventListener('click', async (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link) return
    const code = link.hreflang
    const opensHere = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (opensHere) event.preventDefault()
    const mayBeSignedIn = getMe()?.user !== null
    const change = await import('#app/features/languages/change.ts').catch(() => undefined)
    await change?.changeLanguage(code, mayBeSignedIn)
    // The current address: the cached page was rendered without campaign parameters.
    const { pathname, search, hash } = location
    if (opensHere) location.assign(inLanguage(pathname, search, code) + hash)
  })
  closeEasily(picker)
}

/** The prices of the page follow the choice at once; without storage, the link opens the page in that format. */
function startFormats(picker: HTMLDetailsElement): void {
  picker.addEventListener('click', async (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const format = new URLSearchParams(link.search).get('odds')
    const odds = await loadOdds()
    if (!odds?.choose(format, getMe()?.user !== null)) return location.assign(link.href)
    const url = new URL(location.href)
    // When the address has a price format, links keep it.
    if (url.searchParams.has('odds')) {
      url.searchParams.delete('odds')
      return location.assign(url)
    }
    odds.show()
    picker.open = false
    picker.querySelector('summary')?.focus()
  })
  closeEasily(picker)
}

/** Closes on Escape, which returns the focus to the opener, and on a click elsewhere. */
function closeEasily(picker: HTMLDetailsElement): void {
  picker.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !picker.open) return
    // The drawer around it stays open.
    event.preventDefault()
    picker.open = false
    picker.querySelector('summary')?.focus()
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !picker.contains(target)) picker.open = false
  })
}

/** Ctrl+K, Cmd+K and / focus the search; its suggestions are loaded on focus. */
function startSearch(): void {
  const form = document.querySelector<HTMLFormElement>('.search-box')
  const input = form?.querySelector('input')
  if (!form || !input) return
  let isLoading = false
  const load = () => {
    if (isLoading) return
    isLoading = true
    // Without them the form still opens the page of results.
    import('./search.tsx')
      .then(({ start }) => start(form, input))
      .catch(() => {
        isLoading = false
      })
  }
  input.addEventListener('focus', load)
  if (document.activeElement === input) load()
  form.addEventListener('submit', (event) => {
    if (input.value.trim() === '') event.preventDefault()
  })
  const open = () => {
    if (form.closest('[inert]')) return
    // On phones the form is shown first; the focus must follow at once, or the keyboard does not open.
    if (!window.matchMedia(LARGE).matches && !form.matches(':popover-open')) form.showPopover()
    input.focus()
    input.select()
  }
  document.querySelector('[data-search]')?.addEventListener('click', (event) => {
    event.preventDefault()
    open()
  })
  window.matchMedia(LARGE).addEventListener('change', () => {
    if (form.matches(':popover-open')) form.hidePopover()
  })
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    const command = event.ctrlKey || event.metaKey
    const chord = command && !event.shiftKey && event.key.toLowerCase() === 'k'
    const slash = !command && event.key === '/' && !isTyping(event.target)
    if (!chord && !slash) return
    event.preventDefault()
    open()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
