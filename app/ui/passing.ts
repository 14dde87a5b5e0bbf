/** How long a success message is shown before it disappears, or before the next screen replaces it. */
const SUCCESS_MS = 3_000

/** Calls back after the display time of a success message; returns a function that cancels it. */
export function afterSuccess(call: () => void): () => void {
  const timer = setTimeout(call, SUCCESS_MS)
  return () => clearTimeout(timer)
}
