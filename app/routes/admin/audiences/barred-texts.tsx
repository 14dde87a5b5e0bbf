import type { BarredText } from '#app/features/audiences/barred-texts.server.ts'
import { entityText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatList } from '#app/platform/numbers.ts'
import { Panel } from '#app/ui/admin/page.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'

const MOST_LISTED = 200

/** Saved texts that name a bookmaker which a group may not see: left out there, or to be written differently. */
export function BarredTexts({ texts }: { texts: readonly BarredText[] }) {
  const { t, i18n } = useTranslation('admin')
  if (texts.length === 0) return null
  return (
    <Panel title={t('audiences.texts')}>
      <p className="text-sm text-muted">{t('audiences.texts-hint')}</p>
      <AdminTable
        label={t('audiences.texts')}
        columns={[
          { key: 'text', text: t('audiences.texts.text'), className: 'min-w-40' },
          { key: 'names', text: t('audiences.texts.names') },
          { key: 'groups', text: t('audiences.texts.groups') },
          { key: 'effect', text: t('audiences.texts.effect') },
        ]}
      >
        {texts.slice(0, MOST_LISTED).map(({ entity, label, language, bookmakers, groups, isLeftOut }) => (
          <AdminRow key={JSON.stringify([entity, label, language])} changed={false}>
            <td className={`${CELL} break-words`}>
              {entityText(t, entity)}
              {label && (
                <>
                  : <bdi>{label}</bdi>
                </>
              )}
              {language && (
                <>
                  {' '}
                  <bdi>({language})</bdi>
                </>
              )}
            </td>
            <td className={CELL}>
              <bdi>{formatList(bookmakers, i18n.language)}</bdi>
            </td>
            <td className={CELL}>
              <bdi>{formatList(groups, i18n.language)}</bdi>
            </td>
            <td className={CELL}>{t(isLeftOut ? 'audiences.texts.left-out' : 'audiences.texts.shown')}</td>
          </AdminRow>
        ))}
      </AdminTable>
      {texts.length > MOST_LISTED && (
        <p className="text-sm text-muted">{t('earnings.more', { count: texts.length - MOST_LISTED })}</p>
      )}
    </Panel>
  )
}
