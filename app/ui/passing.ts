/** How long a success is shown before it goes away, or before the next screen takes its place. */
const SUCCESS_MS = 3_000

/** Calls when a success that shows from now on has been seen; gives what keeps it from being called. */
export function afterSuccess(call: () => void): () => void {
  const timer = setTimeout(call, SUCCESS_MS)
  return () => clearTimeout(timer)
}
