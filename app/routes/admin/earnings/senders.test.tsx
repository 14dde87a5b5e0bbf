import { expect, it } from 'vitest'
import { shownText } from '#tests/support/html.ts'
import { drawScreen } from '#tests/support/screen.tsx'
import { Senders } from './senders.tsx'

it('each sender has its own address, beside the number of its transactions', () => {
  const sender = { ...{ id: 's', name: 'Network', bookmaker_id: null, key: 'net1' }, is_active: true }
  const element = (
    <Senders
      senders={[{ ...sender, transactions: 1_200 }]}
      bookmakers={[]}
      address="https://site.example/api/postbacks/"
    />
  )
  expect(shownText(drawScreen(element))).toContain('https://site.example/api/postbacks/net1 1,200')
})
