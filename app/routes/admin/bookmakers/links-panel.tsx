import type { CheckedLink } from '#app/features/affiliates/link-check.server.ts'
import { NO_DETAIL, whyText } from '#app/features/alerts/texts.ts'
import { columnText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Changing } from '#app/ui/admin/rights.tsx'
import { NotDone } from '#app/ui/admin/save-bar.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { useRequest } from '#app/ui/admin/use-request.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Name } from '#app/ui/name.tsx'
import { Relative } from '#app/ui/time.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import type { Refused } from '../guard.server.ts'

/** Where the site sends visitors, and whether anything is there. */
export function LinksPanel({ links, total }: { links: readonly CheckedLink[]; total: number }) {
  const { t, i18n } = useTranslation('admin')
  const number = (count: number) => formatCount(count, i18n.language)
  const checking = useRequest<Refused | { kind: 'asked' | 'running' }>()
  return (
    <div id="links">
      <Panel
        title={t('links.title')}
        actions={
          links.length > 0 && (
            <>
              <Changing>
                <ActionButton
                  unavailable={checking.busy}
                  className="button-quiet min-h-10 px-4 text-sm"
                  onClick={() => checking.send({ kind: 'check-links' })}
                >
                  {t('links.check')}
                </ActionButton>
              </Changing>
              <ListLink list="checked_links" />
            </>
          )
        }
      >
        <p className="text-sm text-muted">{t('links.description')}</p>
        {checking.outcome?.kind === 'asked' && <Banner tone="success">{t('links.asked')}</Banner>}
        {checking.outcome?.kind === 'running' && <Banner tone="notice">{t('links.running')}</Banner>}
        <NotDone outcome={checking.outcome} />
        {links.length === 0 ? (
          <p className="text-sm text-muted">{t('links.none')}</p>
        ) : (
          <AdminTable
            label={t('links.title')}
            columns={[
              { key: 'where', text: t('links.where') },
              { key: 'link', text: t('links.link'), className: 'min-w-40' },
              { key: 'state', text: t('column.status') },
              { key: 'checked', text: t('links.checked') },
            ]}
          >
            {links.map((link) => (
              <LinkRow key={`${link.kind} ${link.id}`} link={link} />
            ))}
          </AdminTable>
        )}
        {total > links.length && (
          <p className="text-sm text-muted">
            {t('bulk.first', { number: number(links.length), total: number(total) })}
          </p>
        )}
      </Panel>
    </div>
  )
}

const TONES = {
  works: 'border-accent text-accent',
  broken: 'border-danger text-danger',
  unclear: 'border-warning text-warning',
  skipped: 'border-warning text-warning',
  unchecked: 'border-line text-muted',
}

function LinkRow({
  link: { kind, name, bookmaker, link, state, reason, status, checkedAt, since, isSkipped },
}: {
  link: CheckedLink
}) {
  const { t, i18n } = useTranslation('admin')
  const detail = { ...NO_DETAIL, reason, link, status }
  const shown = isSkipped ? 'skipped' : (state ?? 'unchecked')
  return (
    <AdminRow changed={false}>
      <th scope="row" className={`${CELL} text-start font-normal`}>
        <Name className="font-semibold text-heading">{name}</Name>
        <span className="block text-xs text-muted">
          {t(`links.kind.${kind}`)}
          {bookmaker && bookmaker !== name && (
            <>
              {' '}
              · <bdi>{bookmaker}</bdi>
            </>
          )}
        </span>
      </th>
      <td className={`${CELL} max-w-80`}>
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer nofollow"
          dir="ltr"
          className="line-clamp-2 break-all text-link underline hover:text-link-hover"
        >
          {link}
        </a>
      </td>
      <td className={CELL}>
        <span
          className={`inline-flex items-center gap-1.5 rounded-full border px-2 py-0.5 text-xs font-semibold whitespace-nowrap ${TONES[shown]}`}
        >
          <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
          {t(`links.state.${shown}`)}
        </span>
        {isSkipped && (
          <span className="block max-w-72 text-xs text-muted">
            {t('links.no-hosts', { field: columnText(t, 'link_hosts') })}
          </span>
        )}
        {shown === 'broken' && since && (
          <span className="block max-w-72 text-xs text-muted">
            {whyText({ t: t as never, language: i18n.language }, { kind: 'link', detail })} {t('links.since')}{' '}
            <Relative at={since} />
          </span>
        )}
        {shown === 'unclear' && (
          <span className="block max-w-72 text-xs text-muted">
            {t('links.unclear', { status: status ?? '' })}
          </span>
        )}
      </td>
      <td className={CELL}>{checkedAt ? <Relative at={checkedAt} /> : '–'}</td>
    </AdminRow>
  )
}
