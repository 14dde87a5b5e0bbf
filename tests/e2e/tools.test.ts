import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, settled } from './browser.ts'
import { origin, visitWithClock, visitWorld } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('the page of tools', () => {
  it('computes entered odds in every format, and reports invalid prices', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en/tools`)
      await settled(page)
      const field = (name: string) => page.locator(`[name="${name}"]`)
      const textOf = (name: string) => field(name).textContent()
      await field('converted').fill('1.5')
      expect([await textOf('as-american'), await textOf('as-fractional')]).toEqual(['-200', '1/2'])
      await field('converted').fill('1')
      await page.getByText('A value is missing, or is not one in this format.').waitFor()
      expect(await textOf('as-american')).toBe('–')

      // A sure bet of two outcomes: 1.18/7.00 with 500.
      await field('price-0').fill('1.18')
      await field('price-1').fill('7')
      await field('price-2').fill('')
      await field('total').fill('500')
      await page.locator('[data-sure]').waitFor()
      expect(await textOf('stake-0')).toContain('427.87')
      expect(await textOf('stake-2')).toBe('–')
      // What was typed stays the same price in another format, and does not lose by coming back.
      await field('format').selectOption('american')
      expect(await field('price-0').inputValue()).toBe('-556')
      expect(await textOf('stake-0')).toContain('427.87')
      await field('format').selectOption('decimal')
      expect(await field('price-0').inputValue()).toBe('1.18')
      await field('price-1').fill('six')
      expect(await textOf('sum')).toBe('–')
      await expect.poll(() => field('price-1').getAttribute('aria-invalid')).toBe('true')

      // 11/21 + 10/21 is 1, for whoever opens the address too.
      await field('format').selectOption('fractional')
      await field('price-0').fill('10/11')
      await field('price-1').fill('11/10')
      await field('format').selectOption('decimal')
      await page.getByRole('button', { name: 'Calculate' }).click()
      for (const address of [
        page.url(),
        `${origin}/en/tools?format=decimal&was=fractional&price-0=10/11&price-1=11/10&price-2=`,
      ]) {
        await page.goto(address)
        await settled(page)
        expect(await field('price-0').inputValue()).toBe('1.91')
        expect(await textOf('sum')).toBe('100.00%')
        expect(await page.locator('[data-sure]').isHidden()).toBe(true)
      }
    }))
})

describe('a calculator', () => {
  it('computes what is typed while it is typed, and marks what is none', () =>
    // Nobody tells of changes of a page with input.
    visitWorld(browser, { tolerated: /404/ }, async (page) => {
      await page.goto(`${origin}/en/tools/lay?stake=10&back=5&lay=5.2&lay-commission=5`)
      await settled(page)
      const field = (name: string) => page.locator(`[name="${name}"]`)
      const stake = () => field('lay-stake').textContent()
      expect(await stake()).toContain('9.71')
      // A free bet: 40 / (5.2 - 0.05).
      await field('kind').selectOption('free-bet')
      expect(await stake()).toContain('7.77')
      await field('format').selectOption('american')
      expect([await field('back').inputValue(), await stake()]).toEqual([
        '+400',
        expect.stringContaining('7.77'),
      ])
      await field('back').fill('five')
      const shown = async () => [await stake(), await field('back').getAttribute('aria-invalid')]
      await expect.poll(shown).toEqual(['–', 'true'])
      // A page that is renewed keeps them.
      await page.evaluate(
        () =>
          new Promise((renewed) => {
            document.addEventListener('renewed', renewed, { once: true })
            dispatchEvent(new Event('online'))
          }),
      )
      expect(await shown()).toEqual(['–', 'true'])
    }))

  it('announces its results once typing has paused, and invalid input no earlier', () =>
    visitWithClock(browser, { tolerated: /404/ }, async (page) => {
      await page.goto(`${origin}/en/tools/lay?stake=10&back=5&lay=5.2&lay-commission=5`)
      await page.waitForFunction(() => document.querySelector('form[data-own]'))
      const back = page.locator('[name="back"]')
      const sentence = page.locator('[data-invalid]')
      const status = page.getByRole('status').and(page.locator('[data-said]'))
      const live = () =>
        page
          .locator('main :is(output, [role=status], [role=alert], [aria-live])')
          .evaluateAll((all) => all.filter((it) => it.getAttribute('aria-live') !== 'off').length)
      // Beside the alert.
      expect(await live()).toBe(2)
      await back.fill('')
      await back.pressSequentially('1')
      expect([await sentence.isVisible(), await back.getAttribute('aria-invalid')]).toEqual([false, 'false'])
      await back.pressSequentially('.8')
      expect(await status.textContent()).toBe('')
      await page.clock.runFor(1_000)
      expect(await sentence.isVisible()).toBe(false)
      expect(await status.textContent()).toMatch(/^Lay stake: \D+3\.50\D?; Liability: /)

      await back.fill('1')
      expect(await sentence.isVisible()).toBe(false)
      await page.clock.runFor(1_000)
      expect([await sentence.isVisible(), await back.getAttribute('aria-invalid')]).toEqual([true, 'true'])
      expect(await status.textContent()).toBe('')
      // What is right again is no longer marked; what is left is checked at once.
      await back.fill('1.9')
      expect([await sentence.isVisible(), await back.getAttribute('aria-invalid')]).toEqual([false, 'false'])
      await back.fill('1')
      await back.blur()
      expect(await sentence.isVisible()).toBe(true)
    }))
})
