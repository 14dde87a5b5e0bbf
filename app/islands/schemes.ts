import {
  chooseScheme,
  onSystemScheme,
  readScheme,
  type SchemeChoice,
  showScheme,
} from '#app/features/theme/scheme.ts'

/** The buttons of the footer that choose light, dark or the system's scheme. */
export function startSchemes(): void {
  const group = document.querySelector<HTMLElement>('.schemes')
  if (!group) return
  const buttons = [...group.querySelectorAll('button')]
  const mark = () => {
    const chosen = readScheme() ?? group.dataset.own
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.value === chosen))
  }
  for (const button of buttons)
    button.addEventListener('click', () => {
      chooseScheme(button.value as SchemeChoice)
      mark()
    })
  onSystemScheme(() => readScheme() === 'system' && showScheme('system'))
  // Another page of the site may have changed it.
  addEventListener('storage', () => {
    const choice = readScheme()
    if (choice) showScheme(choice)
    mark()
  })
  mark()
}
