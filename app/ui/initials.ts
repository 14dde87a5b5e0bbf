/** Legal forms of clubs, which do not distinguish teams. */
const FORMS = new Set([
  'fc',
  'cf',
  'ac',
  'as',
  'sc',
  'afc',
  'cd',
  'ud',
  'rc',
  'fk',
  'sk',
  'bk',
  'if',
  'ssc',
  'us',
])

/** Two letters for a name without an image: 'Real Madrid' is RM, 'Inter' IN. */
export function initials(name: string): string {
  const words = name.split(/[\s.\-/]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const telling = words.filter((word) => !FORMS.has(word.toLowerCase()))
  const [first = '', second] = telling.length > 0 ? telling : words
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}
