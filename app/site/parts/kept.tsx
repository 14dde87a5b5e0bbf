import { createContext, type ReactElement, useContext } from 'react'
import { PriceFormatContext } from '#app/features/odds/components/odds.tsx'
import type { PriceFormat } from '#app/features/odds/prices.ts'
import type { Translator } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { RenderedContext } from '#app/ui/clock.tsx'

/** What a kept part sees besides its props: no other context, no clock, and no island. */
export interface KeptSurroundings {
  i18n: Translator
  zone: string
  format: PriceFormat
}

/** On the server, the function that returns the markup of a part, rendered once for equal inputs. */
export const KeeperContext = createContext<
  ((part: ReactElement, surroundings: KeptSurroundings) => string) | undefined
>(undefined)

interface KeptProps {
  as: 'li'
  className: string
  /** A component. Its props are texts, numbers and objects that never change: an equal object is the same one. */
  children: ReactElement
}

/** An element whose markup the server renders once for the same props, language, zone and price format. */
export function Kept({ as: Tag, className, children }: KeptProps) {
  const keep = useContext(KeeperContext)
  const i18n = useContext(I18nContext)
  const { zone } = useContext(RenderedContext)
  const format = useContext(PriceFormatContext)
  if (!keep || !i18n) return <Tag className={className}>{children}</Tag>
  return (
    <Tag
      className={className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output for the same element
      dangerouslySetInnerHTML={{ __html: keep(children, { i18n, zone, format }) }}
    />
  )
}
