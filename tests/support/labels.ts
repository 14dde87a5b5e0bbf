import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'

const t = createI18n('en', builtInLabels('en')).getFixedT('admin')

/** What an administrator reads in English where an answer of the back office names this text. */
export const inEnglish = (key: string): string => t(key as 'cancel')
