import type { Context, ReactElement, ReactNode } from 'react'
import { onTestFinished } from 'vitest'

/**
 * Runs components without a browser: `mount` calls them, keeps their state and runs their effects, with `ownHooks` in
 * place of React's. A test file says `vi.mock('react', async (load) => (await
 * import('#tests/support/tiny-react.ts')).ownHooks(await load()))`.
 */

/** An element of a document, or of a library. */
export interface Host {
  type: string
  props: Record<string, unknown>
  text: string
}

interface Effect {
  deps: readonly unknown[] | undefined
  cleanup: (() => void) | undefined
}

interface Instance {
  slots: unknown[]
  index: number
}

type Reference = { current: unknown } | ((node: unknown) => unknown)

let running: { instance: Instance; tree: Tree } | undefined

function slot<T>(make: () => T): { value: T } {
  if (!running) throw new Error('A hook is called outside of a component')
  const { instance } = running
  const at = instance.index
  instance.index += 1
  instance.slots[at] ??= { value: make() }
  return instance.slots[at] as { value: T }
}

const isSame = (a: readonly unknown[] | undefined, b: readonly unknown[] | undefined) =>
  a !== undefined && b !== undefined && a.every((value, at) => Object.is(value, b[at]))

function useMemo<T>(make: () => T, deps: readonly unknown[]): T {
  const kept = slot(() => ({ deps, value: make() }))
  if (!isSame(kept.value.deps, deps)) kept.value = { deps, value: make() }
  return kept.value.value
}

function useState<T>(first: T | (() => T)): [T, (next: T | ((now: T) => T)) => void] {
  const kept = slot(() => (first instanceof Function ? first() : first))
  const tree = running?.tree
  const set = (next: T | ((now: T) => T)) => {
    const value = next instanceof Function ? next(kept.value) : next
    if (Object.is(value, kept.value)) return
    kept.value = value
    tree?.renew()
  }
  return [kept.value, set]
}

function useEffect(run: () => (() => void) | undefined, deps?: readonly unknown[]): void {
  const kept = slot<Effect>(() => ({ deps: undefined, cleanup: undefined }))
  if (isSame(kept.value.deps, deps)) return
  running?.tree.afterwards.push(() => {
    kept.value.cleanup?.()
    kept.value = { deps, cleanup: run() }
  })
}

function useSyncExternalStore<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  const [value, set] = useState(read)
  useEffect(() => subscribe(() => set(read())), [subscribe])
  return value
}

const HOOKS = {
  useSyncExternalStore,
  useMemo,
  useState,
  useEffect,
  useLayoutEffect: useEffect,
  useCallback: <T>(run: T, deps: readonly unknown[]) => useMemo(() => run, deps),
  useRef: <T>(first: T) => slot(() => ({ current: first })).value,
  useId: () => `:${running?.instance.slots.length}:`,
  useContext: <T>(context: Context<T>) => running?.tree.read(context),
  use: <T>(context: Context<T>) => running?.tree.read(context),
  useDeferredValue: <T>(value: T) => value,
}

/** React with hooks that work inside `mount`. */
export function ownHooks<T extends object>(react: T): T {
  return { ...react, ...HOOKS }
}

class Tree {
  hosts: Host[] = []
  readonly afterwards: (() => void)[] = []
  private readonly instances = new Map<string, Instance>()
  private readonly nodes = new Map<string, unknown>()
  private readonly values = new Map<unknown, unknown[]>()
  private isBusy = false
  private isStale = false
  private isEnded = false
  private readonly root: ReactNode
  private readonly nodeOf: (type: string) => unknown

  constructor(root: ReactNode, nodeOf: (type: string) => unknown) {
    this.root = root
    this.nodeOf = nodeOf
    this.renew()
  }

  renew(): void {
    this.isStale = true
    // What arrives late would begin effects that nobody ends.
    if (this.isBusy || this.isEnded) return
    this.isBusy = true
    while (this.isStale) {
      this.isStale = false
      this.hosts = []
      this.draw(this.root, '')
      for (const effect of this.afterwards.splice(0)) effect()
    }
    this.isBusy = false
  }

  read<T>(context: Context<T>): T {
    const given = this.values.get(context)
    return (given?.length ? given.at(-1) : Reflect.get(context, '_currentValue')) as T
  }

  end(): void {
    this.isEnded = true
    for (const { slots } of this.instances.values())
      for (const { value } of slots as { value: Partial<Effect> | null }[]) {
        if (!value?.cleanup) continue
        value.cleanup()
        value.cleanup = undefined
      }
  }

  /** The text of a node; collects its elements. */
  private draw(node: ReactNode, path: string): string {
    if (Array.isArray(node)) return node.map((child, at) => this.draw(child, `${path}/${at}`)).join('')
    if (typeof node !== 'object' || node === null)
      return typeof node === 'string' || typeof node === 'number' ? String(node) : ''
    const { type, props, key } = node as ReactElement<Record<string, unknown> & { children?: ReactNode }>
    const name = typeof type === 'object' ? (Reflect.get(type, 'displayName') ?? '') : type
    const here = `${path}<${key ?? ''}${typeof name === 'function' ? name.name : String(name)}`
    if (typeof type === 'function') return this.call(type as (props: object) => ReactNode, props, here)
    // A component of `memo`.
    if (typeof type === 'object' && 'type' in (type as object))
      return this.call(Reflect.get(type, 'type') as (props: object) => ReactNode, props, here)
    if (typeof type === 'object' && 'Provider' in (type as object)) {
      const values = this.values.get(type) ?? []
      this.values.set(type, values)
      values.push(props.value)
      const text = this.draw(props.children, here)
      values.pop()
      return text
    }
    if (typeof name !== 'string') return this.draw(props.children, here)
    const host: Host = { type: name, props, text: '' }
    this.hosts.push(host)
    this.refer(props.ref as Reference | undefined, name, here)
    host.text = this.draw(props.children, here)
    return host.text
  }

  private call(component: (props: object) => ReactNode, props: object, path: string): string {
    const instance = this.instances.get(path) ?? { slots: [], index: 0 }
    this.instances.set(path, instance)
    instance.index = 0
    const before = running
    running = { instance, tree: this }
    const drawn = component(props)
    running = before
    return this.draw(drawn, path)
  }

  private refer(reference: Reference | undefined, type: string, path: string): void {
    if (!reference || this.nodes.has(path)) return
    const node = this.nodeOf(type)
    this.nodes.set(path, node)
    if (typeof reference === 'function') this.afterwards.push(() => reference(node))
    else reference.current = node
  }
}

/**
 * Renders an element. It ends with its test: what it does at intervals would reach into the next one of the process.
 * @param nodeOf creates the value of a ref, by the name of the element
 */
export function mount(element: ReactNode, nodeOf: (type: string) => unknown = () => ({})) {
  const tree = new Tree(element, nodeOf)
  onTestFinished(() => tree.end())
  const all = (type: string) => tree.hosts.filter((host) => host.type === type)
  return {
    all,
    /** The first element with that name. */
    find(type: string): Host {
      const [host] = all(type)
      if (!host) throw new Error(`there is no ${type}`)
      return host
    },
    unmount: () => tree.end(),
  }
}
