import { createContext, type ReactElement, useContext } from 'react'
import type { Translator } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { type Rendered, RenderedContext } from './clock.tsx'

/** What an island knows beside its props. */
export interface IslandSurroundings {
  i18n: Translator
  rendered: Rendered
}

/** On the server, who writes the first state of islands. */
export const IslandWriterContext = createContext<
  ((part: ReactElement, surroundings: IslandSurroundings) => string) | undefined
>(undefined)

interface IslandProps {
  /** Under which app/islands knows it. */
  name: string
  className?: string
  /** A component with plain data as its props; elsewhere than in a document of the site it is an element like any other. */
  children: ReactElement
  /** Whether the browser gets its props: an island that goes by the visitor alone needs none. */
  withProps?: boolean
  /** The element that holds it: a `span` where it stands in a line of text. */
  as?: 'div' | 'span'
}

/** A part of a page that React takes over in the browser, once it is wanted. */
export function Island({ name, className, children, withProps = false, as: Tag = 'div' }: IslandProps) {
  const write = useContext(IslandWriterContext)
  const i18n = useContext(I18nContext)
  const rendered = useContext(RenderedContext)
  if (!write || !i18n) return <Tag className={className}>{children}</Tag>
  return (
    <Tag
      className={className}
      data-island={name}
      data-props={withProps ? JSON.stringify(children.props) : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output for the same element
      dangerouslySetInnerHTML={{ __html: write(children, { i18n, rendered }) }}
    />
  )
}
