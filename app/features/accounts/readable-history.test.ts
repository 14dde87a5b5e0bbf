import { expect, it } from 'vitest'
import admin from '../../../locales/en/admin.json' with { type: 'json' }
import { READ_BY, readableBy } from './readable-history.ts'

it('the history shows to a role what it may read on the screens', () => {
  expect(readableBy('owner')).toBeNull()
  expect(readableBy('administrator')).toBeNull()
  const shown = readableBy('analyst') ?? []
  expect(shown).toEqual(expect.arrayContaining(['earning_imports', 'matches', 'runs', 'translations']))
  const personal = ['profiles', 'invitations', 'sessions']
  const technical = ['alert_settings', 'api_keys', 'api_settings', 'webhooks', 'media']
  const settings = ['site_settings', 'footer_links', 'multilingual_seo_settings']
  expect(shown.filter((it) => [...personal, ...technical, ...settings].includes(it))).toEqual([])
})

it('the history knows who may read each thing that it names', () => {
  const named = Object.keys(admin).flatMap(
    (key) => /^entity\.(.+)/.exec(key)?.[1]?.replaceAll('-', '_') ?? [],
  )
  expect(named.toSorted()).toEqual(Object.keys(READ_BY).toSorted())
})
