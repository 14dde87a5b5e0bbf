import type { Selectable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_COLOURS, LIGHT_PRESET } from '#app/features/theme/default-colours.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'

let database: Database
let row: Selectable<DB['site_settings']>
beforeAll(async () => {
  database = await createTestDatabase()
  await database.kysely.deleteFrom('site_settings').execute()
  row = await database.kysely
    .insertInto('site_settings')
    .defaultValues()
    .returningAll()
    .executeTakeFirstOrThrow()
})
afterAll(() => database.close())

describe('DEFAULT_SETTINGS', () => {
  it('equal the defaults of the columns', () => {
    const { id, created_at, updated_at } = DEFAULT_SETTINGS
    expect({ ...row, id, created_at, updated_at }).toEqual(DEFAULT_SETTINGS)
  })
})

describe('a new site', () => {
  it.each([
    ['site_name', 'Overround'],
    ['primary_color', '#00ff95'],
    ['secondary_color', '#0e4735'],
    ['background_color', '#0a1716'],
    ['background_light_color', '#1a2726'],
    ['text_heading_color', '#ffffff'],
    ['text_body_color', '#ffffff'],
    ['text_muted_color', '#9ca3af'],
    ['container_background_color', '#070e0d'],
    ['container_border_color', '#1f2937'],
    ['status_live_color', '#ef4444'],
    ['status_scheduled_color', '#00ff95'],
    ['link_color', '#00ff95'],
    ['link_hover_color', '#00e085'],
    ['button_background_color', '#00ff95'],
    ['button_hover_background_color', '#00e085'],
    ['button_text_color', '#000000'],
    ['icon_active_color', '#00ff95'],
    ['footer_background_color', '#070e0d'],
    ['footer_text_color', '#ffffff'],
    ['footer_icon_color', '#00ff95'],
    ['header_background_enabled', false],
    ['sidebar_background_enabled', true],
    ['footer_background_enabled', true],
    ['spin_wheel_sidebar_on', false],
    ['spin_wheel_title', 'Spin The Wheel'],
    ['spin_wheel_sub_title', 'Try your luck and win prizes!'],
    ['spin_wheel_button_text', 'Spin Now'],
    ['spin_wheel_link', '#'],
  ] as const)('has %s %j', (column, value) => {
    expect([row[column], DEFAULT_SETTINGS[column]]).toEqual([value, value])
  })

  it.each([
    'header',
    'background',
    'sidebar',
    'sidebar_menu',
    'match_card',
    'matchcard',
    'footer',
    'promotion_card',
  ] as const)('has the gradient %s at its angle and opacities, shown or not', (name) => {
    const expected =
      name === 'promotion_card'
        ? { enabled: true, angle: 204, start_opacity: 0.35, end_opacity: 0.6 }
        : { enabled: name === 'sidebar_menu', angle: 135, start_opacity: 1, end_opacity: 1 }
    for (const settings of [row, DEFAULT_SETTINGS])
      expect({
        enabled: settings[`${name}_gradient_enabled`],
        angle: settings[`${name}_gradient_angle`],
        start_opacity: settings[`${name}_gradient_start_opacity`],
        end_opacity: settings[`${name}_gradient_end_opacity`],
      }).toEqual(expected)
  })

  it('has a promotion card that fades from the green to the background', () => {
    expect(row).toMatchObject({
      promotion_card_gradient_start_color: '#00ff95',
      promotion_card_gradient_end_color: '#0a1716',
    })
  })
})

describe('the presets', () => {
  it('are dark by default', () => {
    expect(row).toMatchObject(DEFAULT_COLOURS)
  })

  it('set backgrounds, texts and borders of a light page, and leave the rest', () => {
    expect(LIGHT_PRESET).toEqual({
      background_color: '#f8fafc',
      background_light_color: '#ffffff',
      text_heading_color: '#1e293b',
      text_body_color: '#334155',
      text_muted_color: '#64748b',
      container_background_color: '#ffffff',
      container_border_color: '#e2e8f0',
      card_background_color: '#ffffff',
      card_hover_color: '#f1f5f9',
      card_border_color: '#e2e8f0',
    })
  })
})
