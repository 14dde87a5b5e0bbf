import { expect, it } from 'vitest'
import { promotionChange, spinWheelChange } from './editor-schema.ts'

const problemOf = (schema: typeof promotionChange.shape.button_link, link: string) =>
  schema.safeParse(link).error?.issues[0]?.message

it.each([
  ['https://partner.example/{lang}?c={click_id}&p={page}&s={sub1}', undefined],
  ['https://partner.example/?m={match}&o={outcome}', undefined],
  ['https://partner.example/{sub2}/{sub3}/{sub4}/{sub5}', undefined],
  ['https://partner.example/?s={sid}', 'promotions.placeholder {sid}'],
  ['/tools', undefined],
  ['https://partner.example/?e={event_link}', 'promotions.placeholder {event_link}'],
  ['https://{lang}.partner.example/', 'promotions.placeholder {lang}'],
  ['/tools?x={lang}', 'promotions.placeholder-inside'],
])('the link %s of a promotion: %s', (link, problem) => {
  expect(problemOf(promotionChange.shape.button_link, link)).toBe(problem)
})

it('the link of the wheel, which nobody counts, has no placeholders', () => {
  const { spin_wheel_link } = spinWheelChange.shape
  expect(problemOf(spin_wheel_link, 'https://partner.example/')).toBeUndefined()
  for (const name of ['click_id', 'lang', 'page', 'match', 'outcome', 'sub1'])
    expect(problemOf(spin_wheel_link, `https://partner.example/?c={${name}}`), name).toBe(
      'promotions.wheel-placeholder',
    )
})
