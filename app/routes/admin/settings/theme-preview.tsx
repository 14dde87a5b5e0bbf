import { Monitor, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

const SCREENS = [
  { key: 'desktop', width: 1280, icon: Monitor },
  { key: 'phone', width: 390, icon: Smartphone },
] as const

/** The real home page with the edited theme, in this browser only. */
export function ThemePreview({ css }: { css: string }) {
  const { t } = useTranslation('admin')
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [screen, setScreen] = useState<(typeof SCREENS)[number]>(SCREENS[0])
  const [room, setRoom] = useState(0)

  const apply = () => {
    const theme = frame.current?.contentDocument?.getElementById('theme')
    if (theme) theme.textContent = css
  }
  useEffect(apply)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  const scale = Math.min(1, room / screen.width)
  return (
    <section
      aria-labelledby="preview-title"
      className="flex flex-col gap-2 rounded-lg border border-card-line bg-card p-4 max-lg:order-first lg:sticky lg:top-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="preview-title" className="grow text-base font-semibold text-heading">
          {t('settings.preview')}
        </h2>
        {SCREENS.map((it) => (
          <button
            key={it.key}
            type="button"
            aria-pressed={it === screen}
            onClick={() => setScreen(it)}
            className="button-quiet min-h-9 px-3 text-xs aria-pressed:bg-card-hover aria-pressed:text-heading"
          >
            <it.icon aria-hidden="true" className="size-4" />
            {t(`settings.${it.key}`)}
          </button>
        ))}
      </div>
      <p className="text-xs text-muted">{t('settings.preview-hint')}</p>
      <div
        ref={box}
        className="h-[40dvh] overflow-hidden lg:h-[60dvh] rounded-md border border-line bg-raised"
      >
        {room > 0 && (
          <iframe
            ref={frame}
            src="/"
            title={t('settings.preview')}
            onLoad={apply}
            style={{
              width: screen.width,
              height: `${100 / scale}%`,
              transform: `scale(${scale})`,
              marginInline: scale === 1 ? 'auto' : undefined,
            }}
            className="block origin-top-left rtl:origin-top-right"
          />
        )}
      </div>
    </section>
  )
}
