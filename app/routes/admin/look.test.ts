import { expect, it } from 'vitest'
import { contrastRatio } from '#app/features/theme/colour.ts'
import { backOfficeTheme } from './look.ts'

it.each(['light', 'dark'] as const)('draws visible borders in the %s look', (look) => {
  const { container_border_color, card_background_color, background_color } = backOfficeTheme(look)
  for (const ground of [card_background_color, background_color])
    expect(contrastRatio(container_border_color, ground)).toBeGreaterThan(1.15)
})
