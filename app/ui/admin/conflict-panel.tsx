import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useDateText } from '../time.tsx'
import type { EditorConflict } from './use-editor.ts'
import { useValueText } from './use-value-text.ts'

/** Two people changed the same value: shows both, and nothing is stored until the reader chooses one. */
export function ConflictPanel({
  conflicts,
  columnText,
  valueText,
  keepMine,
  takeTheirs,
}: {
  conflicts: readonly EditorConflict[]
  columnText: (column: string) => string
  /** A display text for a value that means nothing by itself. */
  valueText?: ((column: string, value: EditorConflict['mine']) => string | undefined) | undefined
  keepMine: (conflicts: readonly EditorConflict[]) => void
  takeTheirs: (conflicts: readonly EditorConflict[]) => void
}) {
  const { t } = useTranslation('admin')
  const inWords = useValueText()
  const shown = ({ column }: EditorConflict, value: EditorConflict['mine']) =>
    valueText?.(column, value) ?? inWords(value)
  const ofRow = ({ id }: EditorConflict) => conflicts.filter((it) => it.id === id)
  return (
    <section
      role="alert"
      aria-label={t('conflict.title')}
      className="flex max-h-80 flex-col gap-2 overflow-y-auto rounded-lg border border-warning bg-card p-3 text-sm"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p className="grow font-semibold text-warning">{t('conflict.title')}</p>
        <button type="button" className={CHOICE} onClick={() => keepMine(conflicts)}>
          {t('conflict.keep-all')}
        </button>
        <button type="button" className={CHOICE} onClick={() => takeTheirs(conflicts)}>
          {t('conflict.take-all')}
        </button>
      </div>
      <ul className="flex flex-col gap-2">
        {conflicts.map((conflict) => (
          <li
            key={conflict.id + conflict.column}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-2"
          >
            <span className="min-w-40 grow">
              {conflict.label && (
                <span className="font-semibold">
                  <bdi>{conflict.label}</bdi>:{' '}
                </span>
              )}
              {columnText(conflict.column)}
              {conflict.by && <Author by={conflict.by} at={conflict.at ?? null} />}
            </span>
            {conflict.removes ? (
              <>
                <span>
                  <Around
                    text={t('conflict.deleting', { value: PLACE })}
                    value={shown(conflict, conflict.theirs ?? null)}
                  />
                </span>
                <button type="button" className={CHOICE} onClick={() => keepMine(ofRow(conflict))}>
                  {t('conflict.delete')}
                </button>
                <button type="button" className={CHOICE} onClick={() => takeTheirs(ofRow(conflict))}>
                  {t('conflict.keep-row')}
                </button>
              </>
            ) : conflict.theirs === undefined ? (
              <>
                <span>{t('conflict.gone')}</span>
                <button type="button" className={CHOICE} onClick={() => takeTheirs([conflict])}>
                  {t('conflict.give-up')}
                </button>
              </>
            ) : (
              <>
                <button type="button" className={CHOICE} onClick={() => keepMine([conflict])}>
                  <Around
                    text={t('conflict.mine', { value: PLACE })}
                    value={shown(conflict, conflict.mine)}
                  />
                </button>
                <button type="button" className={CHOICE} onClick={() => takeTheirs([conflict])}>
                  <Around
                    text={t('conflict.theirs', { value: PLACE })}
                    value={shown(conflict, conflict.theirs)}
                  />
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const PLACE = '\uFFFC'

/** A value inside a text; each has its own text direction. */
function Around({ text, value }: { text: string; value: string }) {
  const [before, after] = text.split(PLACE)
  return (
    <span>
      {before}
      <bdi>{value}</bdi>
      {after}
    </span>
  )
}

function Author({ by, at }: { by: string; at: string | null }) {
  const { t } = useTranslation('admin')
  const when = useDateText(at, 'exact')
  return <span className="block text-xs text-muted">{t('conflict.by', { who: by, when })}</span>
}

/** Values are shown in full, however long, so the reader can compare them. */
const CHOICE = 'button-quiet min-h-9 max-w-full justify-start px-3 py-1.5 text-start text-sm wrap-anywhere'
