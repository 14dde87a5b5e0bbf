import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { readHtml } from '#tests/support/html.ts'
import { matchSummary } from '#tests/support/match-summary.ts'
import leagues from '../../../../locales/it/leagues.json'
import type { FavouriteLeague } from '../schema.ts'
import { FavouriteCard } from './favourite-card.tsx'

const league = (rest: Partial<FavouriteLeague> = {}): FavouriteLeague => ({
  ...{ id: 'l', name: 'Serie A', slug: 'serie-a', logoUrl: null, matches: [] },
  ...{ sport: { name: 'Calcio', slug: 'soccer' }, country: { name: 'Italia', slug: 'italy', code: 'IT' } },
  ...rest,
})
const draw = (of: FavouriteLeague) =>
  readHtml(
    renderToStaticMarkup(
      <I18nContext value={createI18n('it', { leagues })}>
        <FavouriteCard league={of} />
      </I18nContext>,
    ),
  )

it('a card has its league, the way to it and to each of its matches, in the language of the page', () => {
  const card = draw(league({ matches: [matchSummary(), matchSummary({ id: 'n', slug: 'roma-vs-lazio' })] }))
  expect(card.all('h3')[0]?.text).toBe('Serie A')
  expect(card.all('p')[0]?.text).toBe('Italia · Calcio')
  expect(card.all('a').map((it) => it.attribute('href'))).toEqual([
    '/it/soccer/italy/serie-a',
    '/it/soccer/italy/serie-a/inter-vs-milan',
    '/it/soccer/italy/serie-a/roma-vs-lazio',
  ])
})

it('a card without matches says so', () => {
  expect(
    draw(league())
      .all('li')
      .map(({ text }) => text),
  ).toEqual([leagues['no-upcoming-matches']])
})
