import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Link } from '#app/ui/link.tsx'
import { Section } from '#app/ui/section.tsx'
import { groupHits } from '../rules.ts'
import type { SearchResults } from '../schema.ts'
import { HitContent } from './hit-content.tsx'

/** The results of a search as a page shows them: a section of links for each group. */
export function ResultGroups({ results }: { results: SearchResults }) {
  const { t, i18n } = useTranslation('search')
  return groupHits(results, i18n.language).map((group) => (
    <Section key={group.kind} title={t(`group.${group.kind}`)}>
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
  ))
}
