import type { FormResult, TableRow, TableRule } from '#app/features/statistics/standings.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, formatPercent, formatSigned } from '#app/platform/numbers.ts'
import { Crest } from '#app/ui/marks.tsx'

interface LeagueTableProps {
  rows: readonly TableRow[]
  rule: TableRule
  /** The page of a team; null if it has none. */
  hrefOf: (row: LeagueTableProps['rows'][number]) => string | null
}

/** A league's table. On a phone it has no scores and no form, which has its own table. */
export function LeagueTable({ rows, rule, hrefOf }: LeagueTableProps) {
  const { t, i18n } = useTranslation('statistics')
  const withDraws = rows.some(({ drawn }) => drawn > 0)
  const columns = ['played', 'won', ...(withDraws ? (['drawn'] as const) : []), 'lost'] as const
  return (
    <table className="records">
      <thead>
        <tr>
          <th scope="col">
            <abbr title={t('column.rank')}>#</abbr>
          </th>
          <th scope="col" className="wide">
            {t('column.team')}
          </th>
          {columns.map((column) => (
            <th scope="col" key={column}>
              <abbr title={t(`column.${column}`)}>{t(`short.${column}`)}</abbr>
            </th>
          ))}
          <th scope="col" className="from-tablet">
            {t('column.scores')}
          </th>
          <th scope="col">
            {/* A word joiner keeps it on one line. */}
            <abbr title={t('column.difference')}>+/{'\u2060'}−</abbr>
          </th>
          <th scope="col">
            {rule === 'win-share' ? (
              <abbr title={t('column.win-share')}>{t('short.win-share')}</abbr>
            ) : (
              <abbr title={t('column.points')}>{t('short.points')}</abbr>
            )}
          </th>
          <th scope="col" className="from-tablet">
            {t('column.form')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const href = hrefOf(row)
          const Name = href === null ? 'span' : 'a'
          return (
            <tr key={row.slug}>
              <td>{row.rank}</td>
              <th scope="row" className="wide">
                <Name className="team" {...(href === null ? {} : { href })}>
                  <Crest name={row.team} />
                  <bdi>{row.team}</bdi>
                </Name>
              </th>
              {columns.map((column) => (
                <td key={column}>{row[column]}</td>
              ))}
              <td className="from-tablet">
                <bdi>
                  {formatCount(row.scored, i18n.language)}:{formatCount(row.conceded, i18n.language)}
                </bdi>
              </td>
              <td>
                <bdi>{formatSigned(row.scored - row.conceded, i18n.language)}</bdi>
              </td>
              <td>
                <b>{row.points ?? formatPercent(row.winShare, i18n.language)}</b>
              </td>
              <td className="from-tablet">
                <FormDots form={row.form} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const LOOKS = { win: 'won', draw: 'drawn', lose: 'lost' } as const

/** The last results of a team, newest first. */
export function FormDots({ form }: { form: readonly FormResult[] }) {
  const { t } = useTranslation('matches')
  return (
    <span className="dots">
      {form.map(({ id, home, away, homeScore, awayScore, outcome }) => {
        const said = t(`prediction.${outcome}`)
        return (
          <span
            key={id}
            role="img"
            aria-label={said}
            title={`${home} – ${away} ${homeScore}–${awayScore}`}
            className={`outcome certain ${LOOKS[outcome]}`}
          >
            {[...said][0]}
          </span>
        )
      })}
    </span>
  )
}
