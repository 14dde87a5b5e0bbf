import type { TFunction } from 'i18next'
import type { ImportWarnings } from '#app/features/translations/transfer.ts'
import { formatCount } from '#app/platform/numbers.ts'
import type { DownloadOutcome } from './download.ts'
import type { UploadOutcome } from './upload.ts'

/** The state of an export or an import on the screen. */
export type TransferState =
  | { kind: 'idle' | 'exporting' | 'signed-out' | 'forbidden' }
  | { kind: 'importing'; done: number; total: number }
  | { kind: 'done'; text: string; at: number; warnings?: ImportWarnings }
  | { kind: 'error'; text: string }

/** The message of a finished transfer. */
export function stateAfter(
  outcome: DownloadOutcome | UploadOutcome,
  t: TFunction<'admin'>,
  language: string,
): TransferState {
  const counted = (count: number) => ({ count, number: formatCount(count, language) })
  switch (outcome.kind) {
    case 'exported':
      return { kind: 'done', text: t('translations.exported'), at: Date.now() }
    case 'imported': {
      const text = t('translations.imported', counted(outcome.written))
      return { kind: 'done', text, at: Date.now(), warnings: outcome.warnings }
    }
    case 'failed': {
      const before =
        outcome.written > 0 ? ` ${t('translations.imported-before', counted(outcome.written))}` : ''
      return { kind: 'error', text: t('translations.import-failed') + before }
    }
    case 'signed-out':
    case 'forbidden':
      return { kind: outcome.kind }
    default:
      return { kind: 'error', text: t(`translations.${outcome.kind}`) }
  }
}
