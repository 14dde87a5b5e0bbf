import { expect, it } from 'vitest'
import { withoutInheritedBuiltIn } from './inherited-texts.ts'

it('a language inherits what an operator has written, and no built-in text of the default language', () => {
  const texts = { title: 'Win', hint: 'Top win', safest: 'The banker', history: 'Form', left: null }
  const builtIn: Record<string, string>[] = [
    { title: 'Highest win', hint: 'Top win', safest: 'Safest bet' },
    { title: 'Win', hint: 'Hint', safest: 'Safest bet', history: 'Form' },
  ]
  const inherited = { safest: 'The banker', left: null }
  expect(withoutInheritedBuiltIn(texts, {}, builtIn)).toEqual(inherited)
  // Whoever writes it in the language itself means it.
  expect(withoutInheritedBuiltIn(texts, { title: 'Win' }, builtIn)).toEqual({ ...inherited, title: 'Win' })
})
