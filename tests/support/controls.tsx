import { type ComponentType, createElement, type ReactNode } from 'react'
import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { RenderedContext } from '#app/ui/clock.tsx'
import { mount } from './tiny-react.ts'

/**
 * Screens of the back office without a browser: what their controls change, and what their buttons send. A test file
 * replaces modules by `replaced` ones: `vi.mock('#app/ui/admin/fields.tsx', async () => (await
 * import('#tests/support/controls.tsx')).replaced.fields)`.
 */

const english = createI18n('en', builtInLabels('en'))

/** What was changed and sent since the last look. */
const done = {
  changed: [] as { id: string; patch: object }[],
  sent: [] as unknown[],
  removed: [] as string[],
  outcome: undefined as unknown,
}

/** What the server answers to the requests of a screen; undefined for nothing yet. */
export function answerWith(outcome: unknown): void {
  done.outcome = outcome
}

interface FieldProps {
  label: string
  type?: string
  value?: unknown
  on?: boolean
  options?: readonly { value: string }[]
  onValue?: (value: string) => void
  onToggle?: (on: boolean) => void
  onInput?: (event: object) => void
}

/** Another value than that of the field. */
function otherOf({ type, on, options, value }: FieldProps): string | boolean {
  if (on !== undefined) return !on
  if (options) return options.findLast((option) => option.value !== value)?.value ?? ''
  return { number: '7', 'datetime-local': '2026-03-02T10:00' }[type ?? ''] ?? 'other'
}

function Control(props: FieldProps) {
  const { label, onValue, onToggle, onInput } = props
  const other = otherOf(props)
  const change = (value: string | boolean = other) => {
    if (onToggle) onToggle(value as boolean)
    else if (onInput) onInput({ currentTarget: { value, validity: { badInput: false } } })
    else onValue?.(value as string)
  }
  return <input aria-label={label} data-other={other} onChange={change as never} />
}

interface PositionProps {
  label: string
  onPosition: (position: number) => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

function Position({ label, onPosition, onUp, onDown }: PositionProps) {
  return (
    <>
      <input aria-label={`Position of ${label}`} data-other={7} onChange={() => onPosition(7)} />
      <Button label={`Up: ${label}`} onClick={onUp} />
      <Button label={`Down: ${label}`} onClick={onDown} />
    </>
  )
}

interface ButtonProps {
  label?: string
  'aria-label'?: string
  confirm?: string
  name?: string
  unavailable?: boolean
  disabled?: boolean
  onClick?: (() => void) | undefined
  onConfirm?: (password: string) => void
  onRemove?: () => void
  children?: ReactNode
}

function Button({ label, onClick, children, unavailable, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-label={label ?? rest['aria-label']}
      disabled={unavailable || disabled || !onClick}
      onClick={() => onClick?.()}
    >
      {children}
    </button>
  )
}

const Nothing = () => null

export const replaced = {
  router: {
    Link: Nothing,
    Form: Nothing,
    PrefetchPageLinks: Nothing,
    useFetcher: () => ({ state: 'idle', submit: (body: string) => done.sent.push(JSON.parse(body)) }),
    useSearchParams: () => [new URLSearchParams(), () => {}],
    useRevalidator: () => ({ revalidate() {} }),
    useRouteLoaderData: () => undefined,
  },
  fields: {
    Field: Control,
    TextArea: Control,
    SelectField: Control,
    Toggle: Control,
    PositionField: Position,
  },
  imageField: { ImageField: Control },
  fileField: {
    /** A press chooses a file. */
    FileField: ({ label, onFile }: { label: string; onFile: (file: File) => void }) => (
      <Button label={label} onClick={() => onFile(new File(['a,b'], 'report.csv'))} />
    ),
  },
  colourField: {
    ColourField: Control,
    NumberField: ({ label, onValue }: { label: string; onValue: (value: number) => void }) => (
      <input aria-label={label} data-other={7} onChange={() => onValue(7)} />
    ),
  },
  actionButton: { ActionButton: Button },
  iconButton: { IconButton: Button },
  removeButton: {
    RemoveButton: ({ name, onRemove }: ButtonProps) => (
      <Button label={`Delete: ${name}`} onClick={onRemove} />
    ),
  },
  confirmButton: {
    ConfirmButton: ({ label = '', onConfirm }: ButtonProps) => (
      <Button label={label} onClick={() => onConfirm?.('')} />
    ),
  },
  confirmDialog: {
    ConfirmDialog: ({ confirm, onConfirm }: ButtonProps) => (
      <Button label={`Confirm: ${confirm}`} onClick={() => onConfirm?.('')} />
    ),
  },
  passwordDialog: {
    PasswordDialog: ({ confirm, onConfirm }: ButtonProps) => (
      <Button label={`Confirm: ${confirm}`} onClick={() => onConfirm?.('the password')} />
    ),
  },
  historyButton: { HistoryButton: Nothing },
  saveBar: { SaveBar: Nothing, NotAdmitted: Nothing, NotDone: Nothing },
  translationsPanel: { TranslationsPanel: Nothing },
  editor: { useEditor: editorOf },
  request: {
    useRequest: () => {
      const send = (body: unknown) => done.sent.push(body)
      return { outcome: done.outcome, latest: done.outcome, busy: false, send, sendOnce: send }
    },
  },
}

/** An editor of rows that notes what is changed. */
export function editorOf<Row extends { id: string }>(rows: readonly Row[]) {
  return {
    rows,
    changed: new Map(),
    isNew: () => false,
    isChanged: () => false,
    problemOf: () => undefined,
    set: (id: string, patch: object) => done.changed.push({ id, patch }),
    setAll: (patches: Iterable<readonly [string, object]>) => {
      for (const [id, patch] of patches) done.changed.push({ id, patch })
    },
    add: (row: Row) => done.changed.push({ id: row.id, patch: row }),
    remove: (id: string) => done.removed.push(id),
  }
}

/** Shows a screen of a route with what its loader returned, or a part of one. */
export function open(screen: ReactNode | { screen: unknown; data: object }) {
  const isRoute = typeof screen === 'object' && screen !== null && 'screen' in screen
  const element = isRoute
    ? createElement(screen.screen as ComponentType<{ loaderData: object }>, { loaderData: screen.data })
    : screen
  const dialog = { focus() {}, showModal() {}, close() {}, contains: () => false, querySelector: () => null }
  const page = mount(
    <I18nContext value={english}>
      <RenderedContext value={{ at: Date.UTC(2026, 2, 1), zone: 'UTC' }}>{element}</RenderedContext>
    </I18nContext>,
    () => dialog,
  )
  const start = () => {
    done.changed = []
    done.sent = []
    done.removed = []
  }
  const call = (props: Record<string, unknown>, event: string, value?: unknown) =>
    (props[event] as (value: unknown) => void)(value)
  /** The fields with their labels; boxes to tick are the only ones that no component draws. */
  const fields = () => {
    const boxes = page.all('label').map(({ text }) => text)
    return page.all('input').map(({ props }) => {
      if ('data-other' in props)
        return { label: String(props['aria-label']), change: () => call(props, 'onChange') }
      const event = { target: { checked: !props.checked } }
      return { label: boxes.shift() ?? '', change: () => call(props, 'onChange', event) }
    })
  }
  const result = () => ({
    ...(done.changed.length > 0 && {
      changed: Object.fromEntries(done.changed.map(({ id, patch }) => [id, patch])),
    }),
    ...(done.removed.length > 0 && { removed: done.removed }),
    ...(done.sent.length > 0 && { sent: done.sent }),
  })
  return {
    /** What each field changes in a row when it gets another value, by its label. */
    changes(id: string): Record<string, object> {
      return Object.fromEntries(
        fields().flatMap(({ label }, at): [string, object][] => {
          start()
          fields()[at]?.change()
          const { changed } = result()
          return changed?.[id] ? [[label, changed[id]]] : []
        }),
      )
    },
    /** Gives fields other values. @returns what is changed, removed and sent */
    fill(...labels: string[]) {
      start()
      for (const label of labels) {
        const field = fields().find((it) => it.label === label)
        if (!field) throw new Error(`there is no field "${label}"`)
        field.change()
      }
      return result()
    },
    /** Gives a field a text. @returns what is changed, removed and sent */
    type(label: string, text: string) {
      start()
      const field = page.all('input').find(({ props }) => props['aria-label'] === label)
      if (!field) throw new Error(`there is no field "${label}"`)
      call(field.props, 'onChange', text)
      return result()
    },
    /** Presses buttons by their labels or texts, one after another. @returns what is changed, removed and sent */
    press(...labels: string[]) {
      start()
      for (const label of labels) {
        const button = page.all('button').find(({ props, text }) => (props['aria-label'] ?? text) === label)
        if (!button || button.props.disabled) throw new Error(`there is no button "${label}" to press`)
        call(button.props, 'onClick', {})
      }
      return result()
    },
    links: () => page.all('a').map(({ props, text }) => [text, props.href]),
    /** The buttons that can be pressed. */
    buttons: () =>
      page
        .all('button')
        .flatMap(({ props, text }) => (props.disabled ? [] : String(props['aria-label'] ?? text))),
  }
}
