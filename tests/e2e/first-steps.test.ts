import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, settled, visit } from './browser.ts'
import { type Office, openOffice } from './office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

it('an empty site shows the first steps to its administrator only', async () => {
  const way = 'Take the first steps'
  await visit(office.browser, {}, async (page) => {
    await page.goto(`${office.origin}/en`)
    await settled(page)
    await page.getByRole('heading', { name: 'Overround is being set up' }).waitFor()
    expect(await page.getByRole('link', { name: way }).count()).toBe(0)
    await expectAccessible(page, 'an empty site')
  })
  await office.visit({}, async (page) => {
    await page.goto(`${office.origin}/en`)
    await page.getByRole('link', { name: way }).click()
    await page.waitForURL(`${office.origin}/admin`)
    await settled(page)
    await page.getByText('0 of 6 done').waitFor()
    await page.getByRole('button', { name: 'Keep these languages' }).click()
    await page.getByText('1 of 6 done').waitFor()
    await expectAccessible(page, 'the first steps')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page, 'the first steps')
    await page.getByRole('button', { name: 'Hide the first steps' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
    await page.reload()
    await settled(page)
    expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0)
  })
})
