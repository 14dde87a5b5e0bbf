import { createContext, type ReactElement, useContext } from 'react'
import type { Translator } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { type Rendered, RenderedContext } from './clock.tsx'

/** The context of an island besides its props. */
export interface IslandSurroundings {
  i18n: Translator
  rendered: Rendered
}

/** On the server, the function that writes the initial markup of islands. */
export const IslandWriterContext = createContext<
  ((part: ReactElement, surroundings: IslandSurroundings) => string) | undefined
>(undefined)

interface IslandProps {
  /** Its name in app/islands. */
  name: string
  className?: string
  /** A component with plain data as its props; outside of the site's documents it is an ordinary element. */
  children: ReactElement
  /** Whether the browser gets its props: an island that depends only on the visitor needs none. */
  withProps?: boolean
  /** The element that contains it: a `span` inside a line of text. */
  as?: 'div' | 'span'
}

/** A part of a page that React hydrates in the browser, on demand. */
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
