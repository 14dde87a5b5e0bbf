/**
 * Shows a message beside the content, with a text that the document contains; null removes it.
 * @param time for a message that names a time
 */
export function tell(what: 'offline' | 'copied' | 'loading' | 'result' | 'welcome' | null, time = ''): void {
  const notices = document.getElementById('notices')
  if (!notices) return
  notices.textContent = what ? (document.body.dataset[what] ?? '').replace('{{time}}', time) : ''
}
