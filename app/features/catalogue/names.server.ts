import type { Labels } from '#app/platform/i18n/i18n.ts'
import type { Services } from '#app/platform/services.ts'
import { builtInLabels } from '../translations/built-in.server.ts'
import { getResources } from '../translations/queries.server.ts'
import { countryNamesIn } from './countries.ts'
import { createLocalNames, type LocalNames } from './names.ts'

/** The labels of sports and countries that the back office shows. The server names countries, because a browser can know other names. */
export async function getPlaceLabels(services: Services, language: string): Promise<Labels> {
  const { sports = {}, countries = {} } = await getResources(services, language)
  return { sports, countries: { ...countryNamesIn(language), ...countries } }
}

/** The names of sports and countries in one language. */
export function getLocalNames(services: Services, language: string): Promise<LocalNames> {
  return services.memo.get(`local-names:${language}`, async () => {
    const { sports = {}, countries = {} } = await getResources(services, language)
    const built = builtInLabels('en')
    return createLocalNames({
      language,
      sports,
      countries,
      english: { sports: built.sports ?? {}, countries: built.countries ?? {} },
    })
  })
}
