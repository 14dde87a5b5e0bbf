import { Form } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field } from '#app/ui/admin/fields.tsx'
import { Reading } from '#app/ui/admin/rights.tsx'

const ignore = () => {}

/** Searches a tab of the review queue by names of teams, leagues and places. */
export function ReviewSearch({ tab, text }: { tab: 'open' | 'decided'; text: string }) {
  const { t } = useTranslation('admin')
  return (
    <Reading>
      <Form key={text} role="search" className="flex flex-wrap items-end gap-3">
        {tab === 'decided' && <input type="hidden" name="tab" value="decided" />}
        <Field label={t('review.search')} name="q" type="search" defaultValue={text} onValue={ignore} />
        <button type="submit" className="button-quiet min-h-10 px-4 text-sm">
          {t('history.filter')}
        </button>
      </Form>
    </Reading>
  )
}
