import type { TFunction } from 'i18next'
import { problemText } from '#app/platform/edit/column-text.ts'
import { settingText } from './form.tsx'

/** The messages of a save. @param footerAlone whether only the footer was changed */
export function saveTexts(t: TFunction<'admin'>, footerAlone: boolean) {
  return {
    saved: t(footerAlone ? 'settings.footer-saved' : 'settings.saved'),
    failed: () => t(footerAlone ? 'save.failed' : 'settings.failed'),
    invalid: (problem: string | undefined) => problemText(t, problem) ?? t('save.failed'),
    column: (column: string) => settingText(t, column),
  }
}
