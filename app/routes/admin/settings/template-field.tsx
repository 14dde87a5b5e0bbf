import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { templateProblem } from '#app/features/seo/templates.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { TextArea } from '#app/ui/admin/fields.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'

/** The variable at the cursor, from its brace on. */
const BEGUN = /\{\s*([a-z0-9_]*)$/i

/** A text with `{variables}`, which are offered after a brace is typed, and checked while typing. */
export function TemplateField({
  label,
  value,
  variables,
  rows = 1,
  changed,
  problem,
  placeholder,
  onValue,
}: {
  label: string
  value: string
  variables: readonly string[]
  rows?: number
  changed: boolean
  problem: string | undefined
  /** The text that is used while the field is empty. */
  placeholder: string | undefined
  onValue: (value: string) => void
}) {
  const { t } = useTranslation('admin')
  const list = useId()
  const box = useRef<HTMLDivElement>(null)
  const [begun, setBegun] = useState<string>()
  const [chosen, setChosen] = useState(0)
  const offered = begun === undefined ? [] : variables.filter((name) => name.startsWith(begun.toLowerCase()))
  const area = () => box.current?.querySelector('textarea') ?? null
  const look = () => {
    const { value = '', selectionEnd = 0 } = area() ?? {}
    setBegun(BEGUN.exec(value.slice(0, selectionEnd))?.[1])
    setChosen(0)
  }
  const insert = (name: string) => {
    const field = area()
    if (!field) return
    const cursor = field.selectionEnd
    const before = field.value.slice(0, cursor).replace(BEGUN, '')
    const after = field.value.slice(cursor).replace(/^\s*\}/, '')
    const text = `${before}{${name}}`
    onValue(text + after)
    setBegun(undefined)
    field.focus()
    requestAnimationFrame(() => field.setSelectionRange(text.length, text.length))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (offered.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen((chosen + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') insert(offered[chosen] ?? '')
    else if (event.key === 'Escape') setBegun(undefined)
    else return
    event.preventDefault()
  }
  return (
    <div ref={box} className="relative flex flex-col gap-1">
      <TextArea
        label={label}
        value={value}
        rows={rows}
        // As high as its text, and at least as high as its rows.
        style={{ minBlockSize: `calc(${rows}lh + 1.25rem)` }}
        className="[&>textarea]:[field-sizing:content]"
        dir="auto"
        placeholder={placeholder}
        changed={changed}
        problem={wordsOf(templateProblem(value, variables)) ?? problem}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? list : undefined}
        aria-activedescendant={offered.length > 0 ? `${list}-${chosen}` : undefined}
        onValue={(text) => {
          onValue(text)
          look()
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setBegun(undefined)}
      />
      {offered.length > 0 && (
        <div
          id={list}
          role="listbox"
          aria-label={t('settings.variables')}
          className="absolute start-0 top-full z-10 min-w-48 rounded-md border border-line bg-card p-1 shadow-lg"
        >
          {offered.map((name, index) => (
            <div
              key={name}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onPointerDown={(event) => {
                event.preventDefault()
                insert(name)
              }}
              className="cursor-pointer rounded px-2 py-1.5 font-mono text-sm text-body aria-selected:bg-card-hover aria-selected:text-heading"
            >
              {`{${name}}`}
            </div>
          ))}
        </div>
      )}
      <Changing>
        <p className="flex flex-wrap gap-1 text-xs text-muted" dir="ltr">
          {variables.map((name) => (
            <button
              key={name}
              type="button"
              aria-label={t('settings.insert', { variable: name, field: label })}
              onClick={() => insert(name)}
              className="min-h-7 rounded border border-line px-1.5 font-mono hover:bg-card-hover hover:text-heading"
            >
              {`{${name}}`}
            </button>
          ))}
        </p>
      </Changing>
    </div>
  )

  function wordsOf(found: ReturnType<typeof templateProblem>): string | undefined {
    if (!found) return undefined
    if (found.kind === 'braces') return t('problem.template-braces')
    return t('settings.unknown-variable', {
      name: `{${found.name}}`,
      known: variables.map((name) => `{${name}}`).join(', '),
    })
  }
}
