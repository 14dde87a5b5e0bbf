import type * as editor from '#app/ui/admin/use-editor.ts'
import type * as banner from '#app/ui/banner.tsx'

/**
 * The results that tests set for a screen rendered without a browser: those of its requests, in the order of rendering,
 * and that of its list. They replace the hooks, because no server answers.
 */
export const screenResults: { requests: object[]; save: object } = { requests: [], save: {} }

/** Replaces the hook that sends a request. */
export const useRequest = () => {
  const outcome = screenResults.requests.shift()
  return { busy: false, send: () => {}, outcome, latest: outcome }
}

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

/** Marks with 'passing: ' each message that disappears by itself. */
export function markPassing(original: typeof banner): typeof banner {
  const marked: typeof banner.PassingBanner = ({ tone = 'success', children }) =>
    original.Banner({ tone, children: ['passing: ', children] })
  return { ...original, PassingBanner: marked }
}
