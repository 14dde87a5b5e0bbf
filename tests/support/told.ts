import type * as editor from '#app/ui/admin/use-editor.ts'

/**
 * What a drawn screen's requests, in the order in which it draws them, and its list have been told: for tests that put
 * these in place of the hooks, since nothing answers a screen that is drawn without a browser.
 */
export const told: { requests: object[]; save: object } = { requests: [], save: {} }

/** In place of what sends a request. */
export const useRequest = () => ({ busy: false, send: () => {}, outcome: told.requests.shift() })

/** In place of a list's edits, with their outcome. */
export function toldEditor(original: typeof editor): typeof editor {
  return {
    ...original,
    useEditor: ((rows) => ({ ...original.useEditor(rows), ...told.save })) as typeof original.useEditor,
  }
}
