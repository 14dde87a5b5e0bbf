import { describe, expect, it } from 'vitest'
import { wayOut } from './rules.ts'

const first = { id: '1', text: 'Bet at Alpha', link: 'https://alpha.example' }
const second = { id: '2', text: 'Bet at Beta', link: 'https://beta.example' }

describe('wayOut', () => {
  it('is the first button', () => {
    expect(wayOut({ affiliateLink: null }, [first, second])).toEqual(first)
  })

  it("leads to the match's own link where the operator gave one", () => {
    expect(wayOut({ affiliateLink: 'https://own.example' }, [first])).toEqual({
      ...first,
      link: 'https://own.example',
    })
  })

  it('is nowhere without buttons', () => {
    expect(wayOut({ affiliateLink: null }, [])).toBeNull()
  })
})
