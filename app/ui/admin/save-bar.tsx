import { useEffect, useRef } from 'react'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Banner, PassingBanner } from '../banner.tsx'
import { ActionButton } from './action-button.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { useRights } from './rights.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { type Editor, type EditorConflict, foremost } from './use-editor.ts'
import { useSaveKey } from './use-save-key.ts'

/**
 * The Save Changes bar of a screen, fixed at its bottom: the number of unsaved changes, the result of the last save,
 * and conflicts. A part of a screen may have its own.
 * @param texts the texts of a save and of columns in a conflict, in the reader's language
 */
export function SaveBar<Row extends { id: string }>({
  editor,
  ofPart = false,
  errorsPass = false,
  texts,
}: {
  editor: Editor<Row>
  /** At the bottom of a part, not of the screen. */
  ofPart?: boolean
  /** Hides an error after the same time as a success, not only at the next save. */
  errorsPass?: boolean
  texts: {
    saved: string
    /** The label of the button in place of Save Changes. */
    save?: string
    /** The text of an error; gets the error's own message. */
    failed?: (message: string | null) => string
    /** The text for a save that was rejected, as a whole or because of marked fields. */
    invalid?: (problem: string | undefined) => string | undefined
    /** The text if there is nothing to save. */
    nothing?: string
    column: (column: string) => string
    /** A display text for a value of a conflict that means nothing by itself. */
    value?: (column: string, value: EditorConflict['mine']) => string | undefined
  }
}) {
  const { t } = useTranslation('admin')
  const { outcome, count, saving } = editor
  const ErrorBanner = errorsPass ? PassingBanner : Banner
  useSaveKey(count > 0 && !saving, editor.save)
  const saver = useRef<HTMLButtonElement>(null)
  const refusedAt = outcome?.kind === 'invalid' ? outcome.at : undefined
  // After a press of the button, moves the focus to the first invalid field; does not move it while the user types.
  useEffect(() => {
    if (refusedAt === undefined || document.activeElement !== saver.current) return
    const part = ofPart ? saver.current?.closest('section') : document
    const refused = [...(part?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])]
    refused.find((field) => field.checkVisibility())?.focus()
  }, [refusedAt, ofPart])
  // On a phone it takes no space until there are changes or a message.
  const isIdle = count === 0 && !saving && outcome === undefined
  const bar = useRef<HTMLDivElement>(null)
  const left = outcome?.kind === 'conflict' ? outcome.conflicts.length : 0
  const wereLeft = useRef(left)
  // The button of a chosen value disappears: move the focus to the next value, after the last one to the save button.
  useEffect(() => {
    if (left < wereLeft.current && document.activeElement === document.body) {
      const next = bar.current?.querySelector<HTMLElement>('[role="alert"] li button') ?? saver.current
      next?.focus()
    }
    wereLeft.current = left
  }, [left])
  if (!useRights().canChange) return null
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
          {texts.invalid?.(outcome.problem) ?? problemText(t, outcome.problem)}
        </ErrorBanner>
      )}
      {outcome?.kind === 'invalid' && (
        <ErrorBanner key={outcome.at} tone="error">
          {texts.invalid?.(foremost(outcome.problems)) ??
            t('save.invalid', { count: outcome.problems.length })}
        </ErrorBanner>
      )}
      <NotAdmitted outcome={outcome} />
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

/**
 * That a change was refused because nobody is signed in any more, or the role does not allow it; null for any other outcome.
 * Signing in in another tab keeps the input of this page.
 */
export function NotAdmitted({ outcome }: { outcome: { kind: string } | undefined }) {
  const { t } = useTranslation('admin')
  if (outcome?.kind === 'forbidden') return <Banner tone="error">{t('save.forbidden')}</Banner>
  if (outcome?.kind !== 'signed-out') return null
  return (
    <Banner tone="error">
      <SignedOut text={t('save.signed-out')} />
    </Banner>
  )
}

/** That nobody is signed in any more, with a link that keeps the page. */
export function SignedOut({ text }: { text: string }) {
  const { t } = useTranslation('admin')
  return (
    <>
      {text}{' '}
      <a href="/login" target="_blank" rel="noopener" className="underline">
        {t('save.sign-in')}
      </a>
    </>
  )
}

/** That a request apart from Save Changes did nothing: it was not admitted, or failed; null for any other outcome. */
export function NotDone({ outcome }: { outcome: { kind: string; problem?: unknown } | undefined }) {
  const { t } = useTranslation('admin')
  if (outcome?.kind === 'refused' && outcome.problem === 'problem.malformed')
    return <Banner tone="error">{t(outcome.problem)}</Banner>
  if (outcome?.kind === 'failed' || outcome?.kind === 'invalid' || outcome?.kind === 'refused')
    return <Banner tone="error">{t('save.failed')}</Banner>
  return <NotAdmitted outcome={outcome} />
}
