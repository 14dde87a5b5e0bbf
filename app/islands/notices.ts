/** What the page tells beside its content, in the words that the document brought for it; null takes it back. */
export function tell(what: 'offline' | 'loading' | 'result' | 'welcome' | null): void {
  const notices = document.getElementById('notices')
  if (!notices) return
  notices.textContent = what ? (document.body.dataset[what] ?? '') : ''
}
