import type { ReactNode } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { movesByItself, type Steps } from '#app/ui/carousel-motion.ts'
import { Icon } from '#app/ui/marks.tsx'

interface StripProps {
  /** What it is a list of, for its controls. */
  title: string
  /** How far an arrow goes, in pixels. */
  steps: Steps
  /** Whether it moves by itself, with more than two items. */
  moves?: boolean
  count: number
  className: string
  /** List items. */
  children: ReactNode
}

/**
 * Items side by side that scroll by swipe, wheel and keyboard as the browser has it. Arrows, and moving by itself, come with
 * the carousel's script; the arrows take their room from the start and are shown where there is something to scroll.
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
