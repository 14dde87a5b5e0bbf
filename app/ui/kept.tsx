import {
  createContext,
  type ElementType,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
  useContext,
} from 'react'
import type { Translator } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { type Rendered, RenderedContext } from './clock.tsx'

/** What a part of a page may know beside its props. */
export interface Surroundings {
  i18n: Translator
  rendered: Rendered
}

/** Writes the HTML of a part; a timeless one's may be remembered. */
export type WritePart = (part: ReactElement, surroundings: Surroundings, timeless: boolean) => string

/** On the server, who writes parts (docs/decisions/0012); in a browser nobody, and parts are elements like any others. */
export const WritePartContext = createContext<WritePart | undefined>(undefined)

interface KeptProps<Props extends object> extends Omit<HTMLAttributes<HTMLElement>, 'children'> {
  as: 'tbody' | 'ul' | 'summary'
  ref?: Ref<HTMLUListElement>
  /** Each of a component that goes by its props (plain data), the language and the zone alone: no clock, no address, no ids. */
  children: ReactElement<Props>[]
  /** Parts that look at the clock, by their props: they are made anew each time. */
  unless?: (props: Props) => boolean
}

/** An element whose children the server writes once and remembers by what they are made of. */
export function Kept<Props extends object>({ as, children, unless, ...props }: KeptProps<Props>) {
  const write = useContext(WritePartContext)
  const i18n = useContext(I18nContext)
  const rendered = useContext(RenderedContext)
  const Tag = as as ElementType
  if (!write || !i18n) return <Tag {...props}>{children}</Tag>
  const html = children.map((part) => write(part, { i18n, rendered }, !unless?.(part.props)))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output for the same children
  return <Tag {...props} dangerouslySetInnerHTML={{ __html: html.join('') }} />
}
