import { expect, it } from 'vitest'
import type { ShareCard } from './card.ts'
import { createShareImages, tagOfCard } from './images.server.ts'
import { drawText } from './text.server.ts'

const card = (name: string): ShareCard => ({
  direction: 'ltr',
  colours: {
    ...{ background: '#000000', card: '#111111', border: '#222222', heading: '#ffffff' },
    ...{ body: '#dddddd', muted: '#999999', accent: '#00ff95' },
  },
  siteName: 'Overround',
  place: '',
  title: [name],
  scores: [],
  when: '',
  market: '',
  cells: [],
  lines: [],
  note: '',
})

it('draws one image at a time, each once, and refuses what would wait too long', async () => {
  let [running, most, count] = [0, 0, 0]
  const images = createShareImages(async ({ title }) => {
    running += 1
    count += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    return Buffer.from(title.join())
  })
  const asked = Array.from({ length: 60 }, (_, n) => images.get(card(`${n % 50}`)))
  const needed = images.get(card('site'), true)
  const answers = await Promise.all(asked)
  expect([most, count, answers.filter((it) => it === null).length]).toEqual([1, 31, 20])
  expect(String(await needed)).toBe('site')
  expect([answers[3]?.toString(), answers[53]?.toString()]).toEqual(['3', '3'])
  expect(String(await images.get(card('49')))).toBe('49')
  expect(count).toBe(32)
})

it('continues after an image that cannot be drawn', async () => {
  const images = createShareImages(async ({ title: [name] }) => {
    if (name === 'bad') throw new Error('no')
    return Buffer.from(name ?? '')
  })
  const bad = images.get(card('bad'))
  const good = images.get(card('good'))
  await expect(bad).rejects.toThrow('no')
  expect(String(await good)).toBe('good')
})

it('changes the tag with everything that is drawn', () => {
  expect(tagOfCard(card('a'))).toBe(tagOfCard(card('a')))
  expect(tagOfCard(card('a'))).not.toBe(tagOfCard(card('b')))
  const own = card('a')
  const cell = { label: 'Inter', price: '2.10', by: 'Alpha', hasWon: false }
  const others: Partial<ShareCard>[] = [
    ...[{ direction: 'rtl' as const }, { siteName: 'Other' }, { place: 'Serie A' }, { scores: ['1'] }],
    ...[{ when: 'Today' }, { market: 'Total' }, { lines: ['Nobody'] }, { note: 'Read' }, { cells: [cell] }],
    ...[
      { ...cell, label: 'Milan' },
      { ...cell, price: '2.2' },
      { ...cell, by: '' },
      { ...cell, hasWon: true },
    ].map((it) => ({ cells: [it] })),
    ...Object.keys(own.colours).map((name) => ({ colours: { ...own.colours, [name]: '#123456' } })),
  ]
  const tags = others.map((changed) => tagOfCard({ ...own, ...changed }))
  expect(new Set([tagOfCard(own), ...tags]).size).toBe(others.length + 1)
})

it('puts the ellipsis of a cut name at the end of the name, in lines of either direction', async () => {
  const draw = (direction: 'ltr' | 'rtl') =>
    drawText('Mitsubishi Sagamihara Dynaboars', { size: 30, colour: '#ffffff', maxWidth: 200, direction })
  const [own, turned] = await Promise.all([draw('ltr'), draw('rtl')])
  expect(turned?.data.equals(own?.data ?? Buffer.of())).toBe(true)
})
