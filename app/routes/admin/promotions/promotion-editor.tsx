import { GripVertical, ImageOff, Languages, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import type { Language } from '#app/features/languages/schema.ts'
import { ImageField } from '#app/features/media/components/image-field.tsx'
import type { EditorPromotion } from '#app/features/promotions/editor-queries.server.ts'
import { promotionState } from '#app/features/promotions/promotion-state.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { fromLocalText, toLocalText } from '#app/platform/time.ts'
import { ConfirmButton } from '#app/ui/admin/confirm-button.tsx'
import { Field, PositionField, SelectField, TextArea, Toggle } from '#app/ui/admin/fields.tsx'
import { IconButton } from '#app/ui/admin/icon-button.tsx'
import type { Editor } from '#app/ui/admin/use-editor.ts'
import type { TranslationRow } from '#app/ui/admin/use-translations.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'
import { useImageFailed } from '#app/ui/use-image-failed.ts'
import { PromotionTranslations } from './promotion-translations.tsx'

const FLAGS = [
  'is_active',
  'visible_home',
  'side_menu_offer',
  'visible_casino',
  'visible_live_casino',
] as const

/** A promotion's card: its fields, its position and its translations. */
export function PromotionEditor({
  promotion,
  editor,
  bookmakers,
  languages,
  translations,
  onUp,
  onDown,
  onDrag,
}: {
  promotion: EditorPromotion
  editor: Editor<EditorPromotion>
  bookmakers: readonly { id: string; name: string }[]
  languages: readonly Language[]
  translations: readonly TranslationRow[]
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onDrag: (dragging: boolean) => void
}) {
  const { t } = useTranslation('admin')
  // Once opened the panel stays mounted: typed text is not lost when it is closed.
  const [panel, setPanel] = useState<'never' | 'open' | 'closed'>('never')
  const { id } = promotion
  const isNew = editor.isNew(id)
  const name = promotion.title || t('promotions.new')
  const field = (
    column: 'title' | 'subtitle' | 'description' | 'button_text' | 'button_link' | 'image_url',
  ) => ({
    label: columnText(t, column),
    value: promotion[column] ?? '',
    dir: column === 'button_link' || column === 'image_url' ? 'ltr' : 'auto',
    changed: editor.isChanged(id, column),
    problem: problemText(t, editor.problemOf(id, column)),
    onValue: (text: string) => editor.set(id, { [column]: text }),
  })
  return (
    <article
      id={cardId(id)}
      aria-label={name}
      data-changed={isNew || editor.isChanged(id) || undefined}
      className="flex h-full flex-col gap-3 rounded-lg border border-card-line bg-card p-4 data-changed:border-warning"
    >
      <header className="flex flex-wrap items-center gap-2">
        {/* By keyboard the arrows beside it do the same. */}
        <span
          aria-hidden="true"
          draggable
          title={t('promotions.drag')}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('application/x-promotion', id)
            onDrag(true)
          }}
          onDragEnd={() => onDrag(false)}
          className="inline-flex size-8 cursor-grab items-center justify-center text-icon"
        >
          <GripVertical className="size-4" />
        </span>
        <PositionField
          label={name}
          position={promotion.menu_position}
          min={1}
          changed={editor.isChanged(id, 'menu_position')}
          problem={problemText(t, editor.problemOf(id, 'menu_position'))}
          onPosition={(menu_position) => editor.set(id, { menu_position })}
          onUp={onUp}
          onDown={onDown}
        />
        <RunState promotion={promotion} />
        <span className="ms-auto flex">
          <IconButton
            label={t('translate.title', { name })}
            expanded={panel === 'open'}
            onClick={() => setPanel(panel === 'open' ? 'closed' : 'open')}
          >
            <Languages aria-hidden="true" className="size-4" />
          </IconButton>
          {!isNew && <HistoryButton entity="promotions" id={id} name={name} />}
          <ConfirmButton
            label={t('delete.item', { name })}
            title={t('promotions.delete-title', { name })}
            text={t('promotions.delete-text')}
            confirm={t('delete.button')}
            onConfirm={() => editor.remove(id)}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </ConfirmButton>
        </span>
      </header>
      <div className="grid gap-3 md:grid-cols-2">
        <Field {...field('title')} required />
        <Field {...field('subtitle')} />
        <TextArea {...field('description')} required rows={2} className="md:col-span-2" />
        <Field {...field('button_text')} required />
        <Field {...field('button_link')} required inputMode="url" placeholder="https://" />
        <div className="flex items-center gap-3 md:col-span-2">
          <Preview key={promotion.image_url} url={promotion.image_url} />
          <div className="min-w-0 grow">
            <ImageField {...field('image_url')} purpose="picture" shown={false} />
          </div>
        </div>
        <DateField promotion={promotion} editor={editor} column="start_date" />
        <DateField promotion={promotion} editor={editor} column="end_date" />
        <SelectField
          label={columnText(t, 'star_rating')}
          value={String(promotion.star_rating)}
          data-changed={editor.isChanged(id, 'star_rating') || undefined}
          options={[5, 4, 3, 2, 1, ...(promotion.star_rating === 0 ? [0] : [])].map((stars) => ({
            value: String(stars),
            text: `${stars} ${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}`,
          }))}
          onValue={(stars) => editor.set(id, { star_rating: Number(stars) })}
        />
        <SelectField
          label={columnText(t, 'bookmaker_id')}
          value={promotion.bookmaker_id ?? ''}
          data-changed={editor.isChanged(id, 'bookmaker_id') || undefined}
          options={[
            { value: '', text: t('promotions.no-bookmaker') },
            ...bookmakers.map((bookmaker) => ({ value: bookmaker.id, text: bookmaker.name })),
          ]}
          onValue={(bookmaker) => editor.set(id, { bookmaker_id: bookmaker || null })}
        />
      </div>
      <div className="flex flex-wrap gap-x-6">
        {FLAGS.map((column) => (
          <Toggle
            key={column}
            label={columnText(t, column)}
            on={promotion[column]}
            changed={editor.isChanged(id, column)}
            onToggle={(on) => editor.set(id, { [column]: on })}
          />
        ))}
      </div>
      {panel !== 'never' && (
        <div hidden={panel === 'closed'}>
          <PromotionTranslations
            promotion={promotion}
            owner={isNew ? undefined : id}
            languages={languages}
            translations={translations}
            isOpen={panel === 'open'}
          />
        </div>
      )}
    </article>
  )
}

/** Whether visitors see it now, and from or until when. */
function RunState({ promotion }: { promotion: EditorPromotion }) {
  const { t } = useTranslation('admin')
  const state = promotionState(promotion, useNow())
  return (
    <span
      suppressHydrationWarning
      className={`rounded-full border px-2 text-xs ${state === 'running' ? 'border-accent text-accent' : 'border-muted text-muted'}`}
    >
      {t(`promotions.state.${state}`)}
    </span>
  )
}

/** An instant in the user's time zone. */
function DateField({
  promotion,
  editor,
  column,
}: {
  promotion: EditorPromotion
  editor: Editor<EditorPromotion>
  column: 'start_date' | 'end_date'
}) {
  const { t } = useTranslation('admin')
  const zone = useZone()
  const stored = promotion[column]
  return (
    <Field
      type="datetime-local"
      label={columnText(t, column)}
      value={stored ? toLocalText(new Date(stored), zone) : ''}
      required={column === 'start_date'}
      hint={column === 'end_date' ? t('promotions.end-hint') : zone}
      changed={editor.isChanged(promotion.id, column)}
      problem={problemText(t, editor.problemOf(promotion.id, column))}
      onValue={(text) => {
        const instant = fromLocalText(text, zone)?.toISOString()
        editor.set(promotion.id, { [column]: instant ?? (column === 'end_date' ? null : '') })
      }}
    />
  )
}

function Preview({ url }: { url: string | null }) {
  const { t } = useTranslation('admin')
  const { failed, ref, onError } = useImageFailed()
  if (!url || failed) {
    return (
      <span className="inline-flex size-16 shrink-0 items-center justify-center rounded-full border border-card-line bg-ground text-icon">
        <ImageOff role="img" aria-label={t('promotions.no-image')} className="size-5" />
      </span>
    )
  }
  return (
    <img
      ref={ref}
      src={url}
      alt={t('promotions.image')}
      width={64}
      height={64}
      onError={onError}
      className="size-16 shrink-0 rounded-full object-cover"
    />
  )
}

/** The element id of a promotion's card. */
export function cardId(id: string): string {
  return `promotion-${id}`
}
