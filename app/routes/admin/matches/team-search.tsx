import { Form, Link } from 'react-router'
import { MAX_LENGTH } from '#app/features/names/search-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field } from '#app/ui/admin/fields.tsx'
import { Reading } from '#app/ui/admin/rights.tsx'

const ignore = () => {}

/** Finds matches of all leagues by the names of their teams. */
export function TeamSearch({ typed }: { typed: string }) {
  const { t } = useTranslation('admin')
  return (
    <Reading>
      <Form key={typed} role="search" className="flex items-end gap-2">
        <Field
          label={t('matches.search')}
          name="q"
          type="search"
          className="min-w-0 grow"
          defaultValue={typed}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          onValue={ignore}
        />
        <button type="submit" className="button min-h-10 px-4 text-sm">
          {t('matches.search-button')}
        </button>
        {typed && (
          <Link to="?" className="button-quiet min-h-10 px-4 text-sm">
            {t('matches.search-clear')}
          </Link>
        )}
      </Form>
    </Reading>
  )
}
