import { Trash2 } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { IconButton } from './icon-button.tsx'
import { passFocus } from './pass-focus.ts'
import { useRights } from './rights.tsx'

/** Removes a row from its list, before the change is saved; the focus moves to the next row. */
export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation('admin')
  if (!useRights().canChange) return null
  return (
    <IconButton
      label={t('delete.item', { name })}
      isRemover
      onClick={(button) => {
        passFocus(button)
        onRemove()
      }}
    >
      <Trash2 aria-hidden="true" className="size-4" />
    </IconButton>
  )
}
