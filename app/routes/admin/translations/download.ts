export type DownloadOutcome = { kind: 'exported' | 'export-failed' | 'signed-out' }

const FILE_NAME = 'translations_export.json'

/** Downloads the file of all texts. */
export async function downloadTranslations(withShipped: boolean): Promise<DownloadOutcome> {
  try {
    const response = await fetch(`/admin/translations/export${withShipped ? '?built-in' : ''}`)
    if (response.redirected) return { kind: 'signed-out' }
    if (!response.ok) return { kind: 'export-failed' }
    const address = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = address
    link.download = FILE_NAME
    link.click()
    URL.revokeObjectURL(address)
    return { kind: 'exported' }
  } catch {
    return { kind: 'export-failed' }
  }
}
