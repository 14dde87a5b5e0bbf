import { expect, it } from 'vitest'
import { MATCH_CONTENT_COLUMNS } from '#app/features/match-content/schema.ts'
import { textsOf } from '#tests/support/html.ts'
import { drawScreen } from '#tests/support/screen.tsx'
import MatchContent from './route.tsx'

const all = (words: string) =>
  Object.fromEntries(MATCH_CONTENT_COLUMNS.map((column) => [column, `${words} ${column}`]))
const none = Object.fromEntries(MATCH_CONTENT_COLUMNS.map((column) => [column, null]))
const language = (id: string, builtIn: string, isDefault: boolean) => ({
  ...{ id, code: id, name: id, rtl: false, isDefault, builtIn: all(builtIn) },
})
// The screen opens with the first language, here one that is not the default.
const LANGUAGES = [language('de', 'German built-in', false), language('en', 'English built-in', true)]
const GERMAN = { ...all('German saved'), language_id: 'de' }
const ENGLISH = { ...all('English saved'), language_id: 'en' }
const TITLE_ALONE = { ...none, language_id: 'en', title_template: 'English saved title_template' }

const [title = '', ...others] = MATCH_CONTENT_COLUMNS
const words = (text: string, columns: readonly string[]) => columns.map((column) => `${text} ${column}`)

it.each([
  ['its own saved texts', [ENGLISH, GERMAN], words('German saved', MATCH_CONTENT_COLUMNS)],
  ['the saved texts of the default language', [ENGLISH], words('English saved', MATCH_CONTENT_COLUMNS)],
  [
    'its own built-in texts where the default language has none',
    [TITLE_ALONE],
    [...words('English saved', [title]), ...words('German built-in', others)],
  ],
  ['its own built-in texts', [], words('German built-in', MATCH_CONTENT_COLUMNS)],
])('a language that is not the default shows %s', (_, contents, shown) => {
  const loaderData = { languages: LANGUAGES, contents }
  const html = drawScreen(
    <MatchContent {...({ loaderData } as unknown as Parameters<typeof MatchContent>[0])} />,
  )
  expect(textsOf(html, 'textarea')).toEqual(shown)
})
