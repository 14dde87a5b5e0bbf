import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { matchPath } from '#app/platform/paths.ts'
import { Link } from '#app/ui/link.tsx'
import { Instant } from '#app/ui/time.tsx'
import type { MatchSummary } from '../schema.ts'
import { MatchAgeText, ResultText } from './result-text.tsx'

/** Past matches with their results: a table from 768 px on, the same rows stacked below. */
export function ResultsTable({ matches }: { matches: MatchSummary[] }) {
  const { t, i18n } = useTranslation('matches')
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{t('result')}</caption>
      <thead className="text-xs text-muted max-md:sr-only">
        <tr>
          <th scope="col" className="w-32 pb-2 text-start font-normal">
            {t('time')}
          </th>
          <th scope="col" className="pb-2 text-start font-normal">
            {t('match')}
          </th>
          <th scope="col" className="w-44 pb-2 text-end font-normal">
            {t('result')}
          </th>
        </tr>
      </thead>
      <tbody>
        {matches.map((match) => (
          <tr key={match.id} className="border-t border-line">
            <td className="py-3 pe-3 text-xs whitespace-nowrap text-muted md:text-sm">
              <Instant at={match.startTime} style="date" />
              <span className="block">
                <MatchAgeText match={match} />
              </span>
            </td>
            <th scope="row" className="py-3 text-start font-normal">
              <Link to={matchPath(i18n.language, match)} className="text-body hover:text-link-hover">
                {match.home} – {match.away}
              </Link>
            </th>
            <td className="py-3 ps-3 text-end">
              <ResultText match={match} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
