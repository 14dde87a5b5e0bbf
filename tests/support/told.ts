import type * as editor from '#app/ui/admin/use-editor.ts'

/**
 * The results that tests set for a screen rendered without a browser: those of its requests, in the order of rendering,
 * and that of its list. They replace the hooks, because no server answers.
 */
export const told: { requests: object[]; save: object } = { requests: [], save: {} }

/** Replaces the hook that sends a request. */
export const useRequest = () => ({ busy: false, send: () => {}, outcome: told.requests.shift() })

/** Replaces a list's editor with one that has the given outcome. */
export function toldEditor(original: typeof editor): typeof editor {
  return {
    ...original,
    useEditor: ((rows) => ({ ...original.useEditor(rows), ...told.save })) as typeof original.useEditor,
  }
}
