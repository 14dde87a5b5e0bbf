import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Link } from '#app/ui/link.tsx'
import { Section } from '#app/ui/section.tsx'
import { MatchList } from '../../matches/components/match-list.tsx'
import { groupHits, type HitGroup } from '../rules.ts'
import type { SearchPage } from '../schema.ts'
import { HitContent } from './hit-content.tsx'

/** All that a search found, as a page shows it: a section of links for each kind of place, and the matches with prices. */
export function ResultGroups({ results }: { results: SearchPage }) {
  const { t, i18n } = useTranslation('search')
  const places = groupHits({ ...results, matches: [] }, i18n.language)
  return (
    <>
      {places.map((group) => (
        <PlaceGroup key={group.kind} group={group} />
      ))}
      {results.matches.length > 0 && (
        <Section title={t('group.match')}>
          <MatchList matches={results.matches} withCompetition />
        </Section>
      )}
    </>
  )
}

function PlaceGroup({ group }: { group: HitGroup }) {
  const { t } = useTranslation('search')
  return (
    <Section title={t(`group.${group.kind}`)}>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card">
        {group.hits.map((hit) => (
          <li key={hit.to}>
            <Link
              to={hit.to}
              className="flex min-h-12 items-center gap-3 px-4 py-2 text-sm -outline-offset-2 hover:bg-card-hover"
            >
              <HitContent hit={hit} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
