import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { movesByItself, type Steps } from './carousel-motion.ts'
import { Icon } from './marks.tsx'
import { Section } from './section.tsx'
import { useCarousel } from './use-carousel.ts'

interface CarouselProps {
  title: string
  steps: Steps
  /** List items. */
  children: ReactElement<object>[]
}

/** Cards side by side under a heading, which move automatically if there are more than two. */
export function Carousel({ title, steps, children }: CarouselProps) {
  const count = children.length
  const auto = movesByItself(count)
  const { list, handlers, ...state } = useCarousel({ steps, auto, count })
  return (
    <Section title={title} aside={<Controls title={title} {...state} auto={auto} />}>
      <ul
        ref={list}
        {...handlers}
        className={`carousel relative flex gap-3 overflow-x-auto ${auto && state.overflows ? 'touch-pan-y touch-pinch-zoom' : ''}`}
      >
        {children}
      </ul>
    </Section>
  )
}

interface ControlsProps extends Omit<ReturnType<typeof useCarousel>, 'list' | 'handlers'> {
  title: string
  auto: boolean
}

/** Its space is reserved from the start; it is shown if there is something to scroll. */
function Controls({ title, auto, overflows, playing, setPlaying, go }: ControlsProps) {
  const { t } = useTranslation('common')
  return (
    <div className={`flex shrink-0 gap-1 ${overflows ? '' : 'invisible'}`}>
      {auto && (
        <span className="motion-reduce:hidden">
          <Control
            label={t(playing ? 'carousel.pause' : 'carousel.play', { list: title })}
            onClick={() => setPlaying(!playing)}
          >
            <Icon name={playing ? 'pause' : 'play'} />
          </Control>
        </span>
      )}
      <Control label={t('carousel.previous', { list: title })} onClick={() => go(-1)}>
        <Icon name="prev" className="icon turns" />
      </Control>
      <Control label={t('carousel.next', { list: title })} onClick={() => go(1)}>
        <Icon name="next" className="icon turns" />
      </Control>
    </div>
  )
}

function Control(props: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={props.onClick}
      title={props.label}
      className="relative inline-flex size-11 items-center justify-center rounded-full border border-line text-icon hover:bg-card-hover hover:text-heading md:size-9"
    >
      {props.children}
      <span className="sr-only">{props.label}</span>
    </button>
  )
}
