import type * as editor from '#app/ui/admin/use-editor.ts'

/**
 * The results that tests set for a screen rendered without a browser: those of its requests, in the order of rendering,
 * and that of its list. They replace the hooks, because no server answers.
 */
export const screenResults: { requests: object[]; save: object } = { requests: [], save: {} }

/** Replaces the hook that sends a request. */
export const useRequest = () => ({ busy: false, send: () => {}, outcome: screenResults.requests.shift() })

/** Replaces a list's editor with one that has the given outcome. */
export function editorWithResult(original: typeof editor): typeof editor {
  return {
    ...original,
    useEditor: ((rows) => ({
      ...original.useEditor(rows),
      ...screenResults.save,
    })) as typeof original.useEditor,
  }
}
