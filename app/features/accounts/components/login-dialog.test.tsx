import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { readHtml } from '#tests/support/html.ts'
import english from '../../../../locales/en/common.json'
import italian from '../../../../locales/it/common.json'
import LoginDialog from './login-dialog.tsx'

it.each<[string, Record<string, string>, title: string, links: [text: string, href: string][]]>([
  [
    'en',
    english,
    'Sign in to save favorites',
    [
      ['Sign In', '/en/login'],
      ['Create Account', '/en/register'],
    ],
  ],
  [
    'it',
    italian,
    'Accedi per salvare i preferiti',
    [
      ['Accedi', '/it/login'],
      ['Crea un account', '/it/register'],
    ],
  ],
])(
  'the dialog that asks to sign in is in %s, and leads to the screens in it',
  (language, common, title, links) => {
    const page = readHtml(
      renderToString(
        <I18nContext value={createI18n(language, { common })}>
          <LoginDialog asked={1} />
        </I18nContext>,
      ),
    )
    expect(page.all('h2').map(({ text }) => text)).toEqual([title])
    expect(page.all('a').map((it) => [it.text, it.attribute('href')])).toEqual(links)
  },
)
