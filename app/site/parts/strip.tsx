import type { ReactNode } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { movesByItself, type Steps } from '#app/ui/carousel-motion.ts'
import { Icon } from '#app/ui/marks.tsx'

interface StripProps {
  /** The name of the list, for its controls. */
  title: string
  /** The distance of one click of an arrow, in pixels. */
  steps: Steps
  /** Whether it moves automatically, with more than two items. */
  moves?: boolean
  count: number
  className: string
  /** List items. */
  children: ReactNode
}

/**
 * Items side by side that scroll natively by swipe, wheel and keyboard. The carousel's script adds arrows and automatic
 * movement. The arrows' space is reserved from the start, and they are shown if the strip scrolls.
 */
export function Strip({ title, steps, moves = false, count, className, children }: StripProps) {
  const { t } = useTranslation('common')
  const auto = moves && movesByItself(count)
  return (
    <div
      className={`strip ${className}`}
      data-carousel={auto ? 'auto' : ''}
      data-phone={steps.phone}
      data-desktop={steps.desktop}
    >
      <ul>{children}</ul>
      <span className="arrows" data-off="">
        {auto && (
          <button
            type="button"
            className="tool pause"
            data-pause={t('carousel.pause', { list: title })}
            data-play={t('carousel.play', { list: title })}
            title={t('carousel.pause', { list: title })}
          >
            <Icon name="pause" />
          </button>
        )}
        <button type="button" className="tool" data-way="-1" title={t('carousel.previous', { list: title })}>
          <Icon name="prev" className="icon turns" />
        </button>
        <button type="button" className="tool" data-way="1" title={t('carousel.next', { list: title })}>
          <Icon name="next" className="icon turns" />
        </button>
      </span>
    </div>
  )
}
