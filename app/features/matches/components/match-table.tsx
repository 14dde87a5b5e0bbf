import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Kept } from '#app/ui/kept.tsx'
import type { AffiliateButton, ClickPage } from '../../affiliates/schema.ts'
import type { MatchSummary } from '../schema.ts'
import { MatchRow } from './match-row.tsx'
import { useHeadlines } from './use-headlines.ts'
import { useMatchStates } from './use-match-state.ts'

interface MatchTableProps {
  caption: string
  matches: MatchSummary[]
  buttons: AffiliateButton[]
  /** With the country and league of each match, where the list holds several. */
  withCompetition?: boolean
  /** The page on which the table stands. */
  place: ClickPage
}

const HEAD = 'pb-2 font-normal'

/** Matches with their best prices, a row each. The draw's column is there only where a match of the list has one. */
export function MatchTable({ caption, matches, buttons, withCompetition = false, place }: MatchTableProps) {
  const { t } = useTranslation('matches')
  const stateOf = useMatchStates()
  const headlineOf = useHeadlines()
  const withDraw = matches.some((match) => match.headline.withDraw)
  return (
    <div className="@container">
      <table className="match-table w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className={`${HEAD} w-(--time) text-start`}>
              {t('time')}
            </th>
            <th scope="col" className={`${HEAD} text-start`}>
              {t('match')}
            </th>
            {withCompetition && (
              <th scope="col" className={`${HEAD} w-36 text-start @max-4xl:hidden`}>
                {t('competition')}
              </th>
            )}
            <PriceHead sign="1" label={t('outcome.home')} />
            {withDraw && <PriceHead sign="X" label={t('outcome.draw')} />}
            <PriceHead sign="2" label={t('outcome.away')} />
            <th
              scope="col"
              className={`${HEAD} text-end @max-2xl:hidden w-18 ${withCompetition ? '' : '@4xl:w-36'}`}
            >
              {t('payout')}
            </th>
            {buttons.length > 0 && (
              <th scope="col" className="w-32 @max-4xl:hidden">
                <span className="sr-only">{t('bookmaker')}</span>
              </th>
            )}
            <th scope="col" className="w-11 @max-4xl:hidden">
              <span className="sr-only">{t('details')}</span>
            </th>
          </tr>
        </thead>
        <Kept as="tbody" unless={({ state }) => state === 'past'}>
          {matches.map((match) => (
            <MatchRow
              key={match.id}
              match={match}
              headline={headlineOf(match)}
              state={stateOf(match)}
              buttons={buttons}
              withDraw={withDraw}
              withCompetition={withCompetition}
              place={place}
            />
          ))}
        </Kept>
      </table>
    </div>
  )
}

function PriceHead({ sign, label }: { sign: string; label: string }) {
  return (
    <th scope="col" className={`${HEAD} w-[clamp(2.875rem,16.8cqw,5rem)] text-center @2xl:w-24`}>
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{label}</span>
    </th>
  )
}
