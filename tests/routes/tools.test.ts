import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIELDS, readForm } from '#app/features/odds/calculator-forms.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { TOOLS } from '#app/platform/paths.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const htmlOf = async (lang: string) => (await site.get(`/${lang}/tools`)).text()

describe('the page of tools', () => {
  it('shows examples and common odds without scripts', async () => {
    const document = readHtml(await htmlOf('en'))
    const outputs = new Map(document.all('output').map((it) => [it.attribute('name'), it.text]))
    const formats = ['decimal', 'american', 'fractional', 'hong-kong', 'malay', 'indonesian']
    expect(formats.map((it) => outputs.get(`as-${it}`))).toEqual([
      ...['2.50', '+150', '6/4', '1.50', '-0.67', '1.50'],
    ])
    // 1/2.5 + 1/3.4 + 1/2.9 is 1.038945.
    expect(outputs.get('sum')).toBe('103.89%')
    expect(outputs.get('overround')).toBe('3.89%')
    expect(outputs.get('payout')).toBe('96.25%')
    // 40 %, 29.4 % and 34.5 % of 103.89 %.
    expect([0, 1, 2].map((at) => outputs.get(`implied-${at}`))).toEqual(['40.0%', '29.4%', '34.5%'])
    expect([0, 1, 2].map((at) => outputs.get(`chance-${at}`))).toEqual(['38.5%', '28.3%', '33.2%'])
    expect([0, 1, 2].map((at) => outputs.get(`fair-${at}`))).toEqual(['2.60', '3.53', '3.01'])
    expect(outputs.get('returns')?.replace(/[\u2068\u2069]/g, '')).toBe('€96.25')
    const rows = document
      .all('table')
      .at(-1)
      ?.all('tr')
      .map(({ text }) => text)
    expect(rows).toContain('1.80 -125 4/5 0.80 0.80 -1.25 55.6%')
  })

  it('converts odds and takes the margin off by its address, without scripts', async () => {
    const query = 'format=decimal&was=fractional&converted=7/4&price-0=10/11&price-1=11/10&price-2=&total=50'
    const response = await site.get(`/en/tools?${query}`)
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    const document = readHtml(await response.text())
    const results = new Map(
      document.all('output').map((it) => [it.attribute('name'), it.text.replace(/[\u2068\u2069]/g, '')]),
    )
    expect(document.all('input').map((it) => it.attribute('value'))).toEqual(
      expect.arrayContaining(['2.75', '1.91', '2.10', '', '50']),
    )
    expect(['as-decimal', 'as-american', 'chance'].map((it) => results.get(it))).toEqual([
      ...['2.75', '+175', '36.4%'],
    ])
    // 11/21 + 10/21 is 1: what is staked comes back, but for a rounded cent.
    expect(['sum', 'stake-0', 'stake-2', 'profit'].map((it) => results.get(it))).toEqual([
      ...['100.00%', '€26.19', '–', '−0.02%'],
    ])
    const wrong = await (await site.get('/en/tools?converted=0.5&price-0=2&price-1=2.5&price-2=x')).text()
    const marked = readHtml(wrong)
      .all('input')
      .filter((it) => it.attribute('aria-invalid') === 'true')
    expect(marked.map((it) => it.attribute('name'))).toEqual(['converted', 'price-2'])
    // Any field that is wrong has a sentence, also one of the market.
    const ofMarket = await (await site.get('/en/tools?converted=2&price-0=abc&price-1=2&price-2=')).text()
    expect(shownText(ofMarket)).toContain('is not one in this format')
    expect(ofMarket).not.toMatch(/data-invalid="true" hidden/)
    expect(await htmlOf('en')).toMatch(/data-invalid="true" hidden/)
  })

  it('keeps the exact price beside a rounded text in its address', async () => {
    const query = 'format=decimal&was=fractional&price-0=10/11&price-1=11/10&price-2='
    const exactOf = async (address: string) => {
      const document = readHtml(await (await site.get(`/en/tools?${address}`)).text())
      const hidden = document.all('input').filter((it) => it.attribute('name')?.startsWith('exact-'))
      const sure = document.all('span').find((it) => it.attribute('data-sure') !== undefined)
      return {
        exact: hidden.map((it) => [it.attribute('name'), it.attribute('value')]),
        sum: document.all('output').find((it) => it.attribute('name') === 'sum')?.text,
        isSure: sure?.attribute('hidden') === undefined,
      }
    }
    const exact = [['exact-price-0', '1.909091']]
    expect(await exactOf(query)).toEqual({ exact, sum: '100.00%', isSure: false })
    // What the form sends: texts as shown.
    const shown = 'format=decimal&was=decimal&price-0=1.91&price-1=2.10&price-2='
    expect(await exactOf(`${shown}&exact-price-0=1.909091`)).toEqual({ exact, sum: '100.00%', isSure: false })
    expect(await exactOf(shown)).toEqual({ exact: [], sum: '99.98%', isSure: true })
    // Another text was typed since.
    expect((await exactOf(`${shown}&exact-price-0=1.9`)).exact).toEqual([])
  })

  it.each(['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar'])('exists in %s', async (lang) => {
    const html = await htmlOf(lang)
    const document = readHtml(html)
    expect(document.all('h1')[0]?.text.length).toBeGreaterThan(3)
    expect(document.all('h2').length).toBeGreaterThanOrEqual(3)
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/${lang}/tools"`))
    expect(shownText(html)).not.toMatch(/\btools\.[a-z-]+\b/)
  })

  it('loads one additional script of at most 6 KB, and other pages do not load it', async () => {
    expect(await htmlOf('en')).toMatch(/<script type="module" src="\/assets\/tools-[^"]+\.js">/)
    expect(await (await site.get('/en')).text()).not.toContain('/assets/tools-')
    const assets = path.resolve('build/client/assets')
    const [name = ''] = (await readdir(assets)).filter((it) => /^tools-.*\.js\.br$/.test(it))
    expect((await readFile(path.join(assets, name))).length).toBeLessThanOrEqual(6 * 1_024)
  })
})

describe('a calculator', () => {
  /** The results of a page, by their names. */
  async function resultsOf(path: string): Promise<Map<string, string>> {
    const document = readHtml(await (await site.get(path)).text())
    const isolates = /[\u2068\u2069]/g
    return new Map(
      document.all('output').map((it) => [it.attribute('name') ?? '', it.text.replace(isolates, '')]),
    )
  }

  it('computes a lay stake by its address, without scripts', async () => {
    const query = 'kind=free-bet&stake=10&back=5&back-commission=0&lay=5.2&lay-commission=5'
    const results = await resultsOf(`/en/tools/lay?${query}`)
    expect([...results.values()]).toEqual(['€7.77', '€32.63', '€7.37', '€7.38'])
  })

  it.each(['en', 'de', 'fr'])(
    'has the amounts of its form in %s that were typed in English',
    async (lang) => {
      const typed = {
        stake: '1,000',
        back: '5',
        lay: '5.2',
        'back-commission': '0',
        'lay-commission': '2.125',
      }
      const form = readHtml(await (await site.get('/en/tools/lay')).text())
      const hidden = form.all('input').filter((it) => it.attribute('type') === 'hidden')
      const sent = Object.fromEntries(
        hidden.map((it) => [it.attribute('name') ?? '', it.attribute('value') ?? '']),
      )
      const own = await resultsOf(`/en/tools/lay?${new URLSearchParams({ ...sent, ...typed })}`)
      const inOther = await resultsOf(`/${lang}/tools/lay?${new URLSearchParams({ ...sent, ...typed })}`)
      const digits = (results: Map<string, string>) =>
        [...results.values()].map((it) => it.replace(/\D/g, ''))
      expect(digits(inOther)).toEqual(digits(own))
      expect(own.get('lay-stake')).toMatch(/^€9\d\d\.\d\d$/)
    },
  )

  it('takes every choice of a field from its address', async () => {
    // Nothing is paid for the bet: 50 / (5.2 - 0.05), and 50 - 40.78 or 9.71 * 0.95 are left.
    const query = 'kind=free-bet-returned&stake=10&back=5&lay=5.2&lay-commission=5'
    const results = await resultsOf(`/en/tools/lay?${query}`)
    expect([...results.values()]).toEqual(['€9.71', '€40.78', '€9.22', '€9.22'])
    const languages = { language: 'en', typedIn: 'en', priceLanguage: 'en' }
    for (const tool of TOOLS)
      for (const [name, field] of Object.entries(FIELDS[tool]))
        for (const choice of field.kind === 'choice' ? field.choices : [])
          expect(readForm(tool, new URLSearchParams({ [name]: choice }), languages).texts[name]).toBe(choice)
  })

  it.each([
    ['american', ['+400', '+420', '+800'], '+160'],
    ['fractional', ['4/1', '21/5', '8/1'], '8/5'],
    ['hong-kong', ['4.00', '4.20', '8.00'], '1.60'],
    ['malay', ['-0.25', '-0.238095', '-0.125'], '-0.63'],
    ['indonesian', ['4.00', '4.20', '8.00'], '1.60'],
  ])(
    'reads and shows the odds of a lay stake and of an each-way bet as %s',
    async (format, prices, place) => {
      const [back = '', lay = '', price = ''] = prices
      const typed = {
        back,
        lay,
        kind: 'free-bet',
        stake: '10',
        'back-commission': '0',
        'lay-commission': '5',
      }
      const laid = await resultsOf(`/en/tools/lay?${new URLSearchParams({ ...typed, format })}`)
      expect([...laid.values()]).toEqual(['€7.77', '€32.63', '€7.37', '€7.38'])
      const each = new URLSearchParams({ 'part-stake': '5', price, fraction: '5', places: '3', format })
      const results = await resultsOf(`/en/tools/each-way?${each}`)
      expect(results.get('place-price')).toBe(place)
      expect(results.get('if-won')).toContain('58.00')
    },
  )

  it('computes an each-way bet with a dead heat', async () => {
    const query = 'part-stake=5&price=9&fraction=5&places=3&winners=2&sharing=3'
    const results = await resultsOf(`/en/tools/each-way?${query}`)
    expect(Object.fromEntries(results)).toEqual({
      ...{ outlay: '€10.00', 'place-price': '2.60', 'if-won': '€35.50', 'won-profit': '€25.50' },
      ...{ 'if-placed': '€4.33', 'placed-profit': '−€5.67' },
    })
  })

  it('converts the odds of an accumulator to the chosen format', async () => {
    const typed = 'stake=10&price-0=2&price-1=3.5&result-1=won&price-2=1.91'
    const plain = await resultsOf(`/en/tools/accumulator?${typed}`)
    expect(Object.fromEntries(plain)).toEqual({
      ...{ legs: '3', returns: '€133.70', profit: '€123.70', 'combined-chance': '7.48%' },
      ...{ 'as-decimal': '13.37', 'as-american': '+1237', 'as-fractional': '99/8' },
      ...{ 'as-hong-kong': '12.37', 'as-malay': '-0.08', 'as-indonesian': '12.37' },
    })
    const html = await (await site.get(`/en/tools/accumulator?${typed}&format=american&was=decimal`)).text()
    const fields = readHtml(html).all('input')
    const priceOf = (leg: number) =>
      fields.find((it) => it.attribute('name') === `price-${leg}`)?.attribute('value')
    expect([0, 1, 2, 3].map(priceOf)).toEqual(['+100', '+250', '-110', ''])
    expect(html).toContain('name="was" value="american"')
  })

  it('counts a void leg of an accumulator as 1, and half of a half-won one', async () => {
    const oddsOf = async (result: string) =>
      (await resultsOf(`/en/tools/accumulator?stake=10&price-0=1.8&result-0=${result}&price-1=2.1`)).get(
        'as-decimal',
      )
    expect(await Promise.all(['won', 'void', 'half-won'].map(oddsOf))).toEqual(['3.78', '2.10', '2.94'])
  })

  it('marks values that are none, and computes nothing from them', async () => {
    const document = readHtml(
      await (await site.get('/en/tools/lay?stake=ten&back=1&lay=5.2&lay-commission=5')).text(),
    )
    const invalid = document.all('input').filter((it) => it.attribute('aria-invalid') === 'true')
    expect(invalid.map((it) => it.attribute('name'))).toEqual(['stake', 'back'])
    expect(document.all('output').map(({ text }) => text)).toEqual(['–', '–', '–', '–'])
  })

  it('is cached without input only, and another address has no calculator', async () => {
    const plain = await site.get('/en/tools/lay')
    expect(plain.headers.get('server-timing')).toContain('made')
    const own = await site.get('/en/tools/lay?stake=12')
    expect(own.headers.get('server-timing')).toBeNull()
    expect(own.headers.get('cache-control')).toBe('private, no-cache')
    expect((await own.text()).match(/<meta name="robots" content="([^"]+)"/)?.[1]).toContain('noindex')
    expect((await site.get('/en/tools/dice')).status).toBe(404)
  })

  it.each(['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar'])('has all its texts in %s', async (lang) => {
    for (const tool of ['lay', 'each-way', 'accumulator']) {
      const html = await (await site.get(`/${lang}/tools/${tool}`)).text()
      expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/${lang}/tools/${tool}"`))
      expect(shownText(html)).not.toMatch(/\b(tool|field|choice|result|leg)\.[a-z-]+\b/)
    }
  })
})
