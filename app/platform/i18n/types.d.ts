import 'i18next'
import type admin from '../../../locales/en/admin.json'
import type alerts from '../../../locales/en/alerts.json'
import type auth from '../../../locales/en/auth.json'
import type betting from '../../../locales/en/betting.json'
import type common from '../../../locales/en/common.json'
import type countries from '../../../locales/en/countries.json'
import type errors from '../../../locales/en/errors.json'
import type leagues from '../../../locales/en/leagues.json'
import type matches from '../../../locales/en/matches.json'
import type profile from '../../../locales/en/profile.json'
import type promotions from '../../../locales/en/promotions.json'
import type search from '../../../locales/en/search.json'
import type settings from '../../../locales/en/settings.json'
import type sports from '../../../locales/en/sports.json'
import type statistics from '../../../locales/en/statistics.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    keySeparator: false
    nsSeparator: false
    returnNull: false
    resources: {
      admin: typeof admin
      alerts: typeof alerts
      auth: typeof auth
      betting: typeof betting
      common: typeof common
      countries: typeof countries
      errors: typeof errors
      leagues: typeof leagues
      matches: typeof matches
      profile: typeof profile
      promotions: typeof promotions
      search: typeof search
      settings: typeof settings
      sports: typeof sports
      statistics: typeof statistics
    }
  }
}
