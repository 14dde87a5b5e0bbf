import type { PastMatch } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { matchPath } from '#app/platform/paths.ts'
import { Pairing } from './pairing.tsx'

/** The two names of a past match, as a link to its page if it has one. */
export function PastNames({ of, home, away }: { of: PastMatch; home: string; away: string }) {
  const { i18n } = useTranslation()
  const names = <Pairing of={{ home, away }} />
  return of.address ? <a href={matchPath(i18n.language, of.address)}>{names}</a> : names
}
