import type { ReactNode } from 'react'
import type { Figures } from '#app/features/statistics/bookmakers.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatChange, formatCount, formatPercent } from '#app/platform/numbers.ts'

interface FiguresTableProps {
  /** The heading of the rows. */
  title: string
  rows: readonly { key: string; name: ReactNode; figures: Figures; rank?: number | null; way?: ReactNode }[]
  /** What the rows count: now, or on average of their days. */
  counted: 'events' | 'markets' | 'daily-markets'
}

/** Figures of bookmakers, or of one by sport, market or week. */
export function FiguresTable({ title, rows, counted }: FiguresTableProps) {
  const { t, i18n } = useTranslation(['statistics', 'matches', 'common'])
  const lang = i18n.language
  const isRanked = rows.some(({ rank }) => rank !== undefined)
  const withWays = rows.some(({ way }) => way)
  return (
    <table className="records">
      <thead>
        <tr>
          {isRanked && (
            <th scope="col">
              <abbr title={t('column.rank')}>#</abbr>
            </th>
          )}
          <th scope="col" className="wide">
            {title}
          </th>
          <th scope="col">{t('figures.advantage')}</th>
          <th scope="col">{t('payout', { ns: 'matches' })}</th>
          <th scope="col" className="from-tablet">
            {t('figures.best')}
          </th>
          <th scope="col" className="from-tablet">
            {t(`figures.${counted}`)}
          </th>
          {withWays && <th scope="col">{t('advertising', { ns: 'common' })}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, figures, rank, way }) => (
          <tr key={key}>
            {isRanked && <td>{rank ?? '–'}</td>}
            <th scope="row" className="wide">
              {name}
            </th>
            <td>
              <b>
                <bdi>{figures.advantage === null ? '–' : formatChange(figures.advantage, lang)}</bdi>
              </b>
            </td>
            <td>{figures.payout === null ? '–' : formatPercent(figures.payout, lang)}</td>
            <td className="from-tablet">{figures.best === null ? '–' : formatPercent(figures.best, lang)}</td>
            <td className="from-tablet">
              {formatCount(figures[counted === 'events' ? 'events' : 'markets'], lang)}
            </td>
            {withWays && <td>{way}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
