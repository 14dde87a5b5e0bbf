import { servedAudience } from '#app/platform/http/audience.server.ts'
import { noteAudience, noteRead } from '#app/platform/http/reads.server.ts'
import { mentionsName } from '#app/platform/text/mentions.ts'
import type { Resources } from './rules.ts'

/** Texts of the operator without those that name what the current audience may not see: the built-in ones apply in their place. */
export function withoutBarred(saved: Resources): Resources {
  noteAudience()
  const { key = '', barredNames = [] } = servedAudience() ?? {}
  if (key !== '') noteRead('audiences')
  if (barredNames.length === 0) return saved
  return Object.fromEntries(
    Object.entries(saved).map(([namespace, texts]) => [
      namespace,
      Object.fromEntries(Object.entries(texts).filter(([, text]) => !mentionsName(barredNames, text))),
    ]),
  )
}
