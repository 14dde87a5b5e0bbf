import type { MetaDescriptor } from 'react-router'
import { unpackLabels } from '#app/platform/i18n/packed-labels.ts'

/**
 * The tags of a screen.
 * @param screen the key of its name among the texts of the back office; undefined: it has none
 * @param labels those of the back office; undefined: they could not be loaded
 */
export function screenMeta(
  screen: string | undefined,
  labels: string | undefined,
  siteName: string | undefined,
): MetaDescriptor[] {
  const { admin } = labels ? unpackLabels(labels) : {}
  const title = [screen && admin?.[screen], admin?.['menu.label'] ?? 'Back office', siteName]
  return [{ title: title.filter(Boolean).join(' – ') }, { name: 'robots', content: 'noindex' }]
}
