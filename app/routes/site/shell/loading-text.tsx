import { useLocation, useNavigation } from 'react-router'
import type { SportMenuEntry } from '#app/features/catalogue/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { loadStage } from './load-stage.ts'

/** A text for the data that is being fetched. */
export function LoadingText({ sports }: { sports: SportMenuEntry[] }) {
  const { t } = useTranslation(['matches', 'leagues'])
  const target = useNavigation().location?.pathname
  const { pathname } = useLocation()
  const stage = loadStage(target, { pathname, sports })
  const text = {
    initial: t('loading', { ns: 'matches' }),
    'fetching-sport': t('loading.sport', { ns: 'leagues' }),
    'fetching-countries': t('loading.countries', { ns: 'leagues' }),
    'fetching-league': t('loading.league', { ns: 'leagues' }),
    'fetching-matches': t('loading', { ns: 'matches' }),
    complete: '',
  }[stage]
  return (
    <p
      data-stage={stage}
      className="loading-text mx-auto mt-16 w-fit rounded-full border border-line bg-raised px-4 py-1 text-xs text-body md:mt-18"
    >
      {text}
    </p>
  )
}
