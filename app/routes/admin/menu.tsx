import { ChevronDown, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { may, type StaffRole } from '#app/features/accounts/permissions.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { type Entry, entryOf, MENU_GROUPS, type MenuGroup, NAVIGATION, searchEntries } from './navigation.ts'

export const MENU_ROW =
  'flex min-h-10 w-full items-center gap-3 rounded-md px-3 text-start text-sm hover:bg-card-hover hover:text-heading aria-[current=page]:bg-card-hover aria-[current=page]:font-semibold aria-[current=page]:text-heading'

/** What the arrow keys move through. */
const STOPS = 'input, a, summary'

/** The screens that a role may read, in groups, with a search. */
export function Menu({ role }: { role: StaffRole }) {
  const { t } = useTranslation('admin')
  const { pathname } = useLocation()
  const current = entryOf(pathname)?.group ?? null
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<MenuGroup>>(new Set(current ? [current] : []))
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the occasion
  useEffect(() => {
    setSearch('')
    if (current) setOpened((before) => withGroup(before, current, true))
  }, [pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the occasion
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname, opened])

  const readable = NAVIGATION.filter(({ part }) => may(role, `${part}.read`))
  const nameOf = ({ text, group }: Entry) => (group ? `${t(text)} ${t(`menu.group.${group}`)}` : t(text))
  const isSearch = search.trim() !== ''
  const found = isSearch ? searchEntries(readable, search, nameOf) : readable
  function move(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)].filter((it) =>
      it.checkVisibility(),
    )
    const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  function searchKey(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Enter' && isSearch) list.current?.querySelector<HTMLElement>('a')?.click()
    else if (event.key === 'Escape' && search !== '') setSearch('')
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of what is in it
    <div className="flex min-h-0 grow flex-col" onKeyDown={move}>
      <div className="relative px-2 pb-2">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-5 h-10 w-4 text-icon"
        />
        <input
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={searchKey}
          aria-label={t('menu.search')}
          placeholder={t('menu.search')}
          autoComplete="off"
          className="min-h-10 w-full rounded-md border border-muted/60 bg-ground ps-9 pe-2 text-sm text-heading placeholder:text-muted"
        />
      </div>
      <nav
        ref={list}
        aria-label={t('menu.label')}
        className="grow overflow-y-auto overscroll-contain px-2 pb-2"
      >
        <Entries entries={found.filter(({ group }) => group === null)} />
        {MENU_GROUPS.map((group) => {
          const entries = found.filter((entry) => entry.group === group)
          if (entries.length === 0) return null
          return (
            <details
              key={group}
              open={isSearch || opened.has(group)}
              onToggle={({ currentTarget }) => {
                if (!isSearch) setOpened((before) => withGroup(before, group, currentTarget.open))
              }}
              className="group mt-1"
            >
              <summary className="flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-md px-3 text-sm font-semibold text-heading hover:bg-card-hover">
                {t(`menu.group.${group}`)}
                <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-icon group-open:rotate-180" />
              </summary>
              <Entries entries={entries} />
            </details>
          )
        })}
        <p role="status" className="px-3 text-sm text-muted">
          {found.length === 0 && t('menu.search-none')}
        </p>
      </nav>
    </div>
  )
}

function withGroup(
  groups: ReadonlySet<MenuGroup>,
  group: MenuGroup,
  isOpen: boolean,
): ReadonlySet<MenuGroup> {
  if (groups.has(group) === isOpen) return groups
  return new Set(isOpen ? [...groups, group] : [...groups].filter((it) => it !== group))
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('admin')
  return (
    <ul className="flex flex-col">
      {entries.map(({ to, text, icon: Icon }) => (
        <li key={to}>
          <NavLink to={to} end={to === '/admin'} prefetch="intent" className={MENU_ROW}>
            <Icon aria-hidden="true" className="size-4 shrink-0 text-icon" />
            {t(text)}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
