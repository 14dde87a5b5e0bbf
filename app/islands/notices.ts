/**
 * Shows a message beside the content, with a text that the document contains; null removes it.
 * @param time for a message that names a time
 */
export function tell(what: 'offline' | 'copied' | 'loading' | 'result' | null, time = ''): void {
  show(what ? (document.body.dataset[what] ?? '').replace('{{time}}', time) : '')
}

/** Shows a message beside the content; an empty one removes it. */
export function show(text: string): void {
  const notices = document.getElementById('notices')
  if (notices) notices.textContent = text
}
