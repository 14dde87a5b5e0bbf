import { useEffect, useRef } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Banner, PassingBanner } from '../banner.tsx'
import { ActionButton } from './action-button.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { type Editor, type EditorConflict, foremost } from './use-editor.ts'
import { useSaveKey } from './use-save-key.ts'

/**
 * The one Save Changes of a screen, in view at its foot as long as the screen is: how much is unsaved, what became of
 * the last save, and whose values stand in the way. A part of a screen may have one of its own.
 * @param texts what is said of a save, and of columns in a conflict, in the reader's language
 */
export function SaveBar<Row extends { id: string }>({
  editor,
  ofPart = false,
  errorsPass = false,
  texts,
}: {
  editor: Editor<Row>
  /** At the foot of a part, and not of the screen. */
  ofPart?: boolean
  /** What went wrong is told as long as a success, and not until the next save. */
  errorsPass?: boolean
  texts: {
    saved: string
    /** On the button, in place of Save Changes. */
    save?: string
    /** Of an error; gets the error's own words. */
    failed?: (message: string | null) => string
    /** Of a save that was refused as a whole, or with fields that are marked. */
    invalid?: (problem: string | undefined) => string
    /** Where nothing is to be saved. */
    nothing?: string
    column: (column: string) => string
    /** What a value in a conflict stands for that says nothing by itself. */
    value?: (column: string, value: EditorConflict['mine']) => string | undefined
  }
}) {
  const { t } = useTranslation('admin')
  const { outcome, count, saving } = editor
  const ErrorBanner = errorsPass ? PassingBanner : Banner
  useSaveKey(count > 0 && !saving, editor.save)
  const saver = useRef<HTMLButtonElement>(null)
  const refusedAt = outcome?.kind === 'invalid' ? outcome.at : undefined
  // Who has pressed the button goes on with what is to be corrected; who types is not disturbed.
  useEffect(() => {
    if (refusedAt === undefined || document.activeElement !== saver.current) return
    const part = ofPart ? saver.current?.closest('section') : document
    const refused = [...(part?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])]
    refused.find((field) => field.checkVisibility())?.focus()
  }, [refusedAt, ofPart])
  // On a phone it takes no room from the rows before there is something to save or to tell.
  const isIdle = count === 0 && !saving && outcome === undefined
  const bar = useRef<HTMLDivElement>(null)
  const left = outcome?.kind === 'conflict' ? outcome.conflicts.length : 0
  const wereLeft = useRef(left)
  // The button of a value that is chosen goes: the next value has the keyboard, after the last one what saves them.
  useEffect(() => {
    if (left < wereLeft.current && document.activeElement === document.body) {
      const next = bar.current?.querySelector<HTMLElement>('[role="alert"] li button') ?? saver.current
      next?.focus()
    }
    wereLeft.current = left
  }, [left])
  return (
    <div
      ref={bar}
      className={`flex flex-col gap-2 ${ofPart ? '' : `save-bar sticky bottom-0 z-10 border-t border-line bg-ground pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:py-3 ${isIdle ? 'max-md:static' : ''}`}`}
    >
      <UnsavedGuard when={count > 0} />
      {outcome?.kind === 'saved' && <PassingBanner key={outcome.at}>{texts.saved}</PassingBanner>}
      {outcome?.kind === 'failed' && (
        <ErrorBanner key={outcome.at} tone="error">
          {texts.failed?.(outcome.message) ?? t('save.failed')}
        </ErrorBanner>
      )}
      {outcome?.kind === 'refused' && (
        <ErrorBanner key={outcome.at} tone="error">
          {texts.invalid?.(outcome.problem) ?? t('save.invalid')}
        </ErrorBanner>
      )}
      {outcome?.kind === 'invalid' && (
        <ErrorBanner key={outcome.at} tone="error">
          {texts.invalid?.(foremost(outcome.problems)) ??
            t('save.invalid', { count: outcome.problems.length })}
        </ErrorBanner>
      )}
      {outcome?.kind === 'signed-out' && <SignedOut />}
      {outcome?.kind === 'conflict' && (
        <ConflictPanel
          conflicts={outcome.conflicts}
          columnText={texts.column}
          valueText={texts.value}
          keepMine={editor.keepMine}
          takeTheirs={editor.takeTheirs}
        />
      )}
      <div className="flex items-center justify-end gap-2 md:flex-wrap md:gap-3">
        <p role="status" className="min-w-0 text-xs text-muted max-md:grow md:text-sm">
          {count > 0 ? t('save.unsaved', { count }) : (texts.nothing ?? t('save.nothing'))}
        </p>
        <ActionButton
          unavailable={count === 0 || saving}
          onClick={editor.discard}
          className="button-quiet min-h-11 px-3 text-sm md:px-4"
        >
          {t('save.discard')}
        </ActionButton>
        <ActionButton
          ref={saver}
          unavailable={count === 0 || saving}
          onClick={editor.save}
          aria-keyshortcuts="Control+S Meta+S"
          className="button min-h-11 px-4 text-sm md:px-6"
        >
          {saving ? t('save.saving') : (texts.save ?? t('save.button'))}
        </ActionButton>
      </div>
    </div>
  )
}

/** The session has ended meanwhile: signing in elsewhere keeps what was typed here. */
export function SignedOut() {
  const { t } = useTranslation('admin')
  return (
    <Banner tone="error">
      {t('save.signed-out')}{' '}
      <a href="/login" target="_blank" rel="noopener" className="underline">
        {t('save.sign-in')}
      </a>
    </Banner>
  )
}
