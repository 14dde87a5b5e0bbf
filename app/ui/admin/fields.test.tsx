import { describe, expect, it } from 'vitest'
import { renderOffice } from '#tests/support/render.tsx'
import { Field, PositionField, toPosition } from './fields.tsx'

const ignore = () => {}

describe('a text that is longer than its field permits', () => {
  it('stays whole, with an error in place of the hint', async () => {
    const show = (value: string) =>
      renderOffice(<Field label="Name" hint="A hint" longest={5} value={value} onValue={ignore} />)
    const long = await show('Alphabet')
    expect(long).toContain('value="Alphabet"')
    expect(long).toContain('aria-invalid="true"')
    expect(long).toContain('This text is too long')
    expect(long).not.toContain('maxLength')
    const short = await show(' Alpha ')
    expect(short).toContain('A hint')
    expect(short).not.toContain('aria-invalid=')
  })
})

describe('a position', () => {
  it.each([
    ['12', 12],
    ['-3', -3],
    ['2.9', 2],
    ['', 0],
    ['e', 0],
    ['first', 0],
  ])('typed as %j is %i', (text, position) => {
    expect(toPosition(text)).toBe(position)
  })

  it('is a number field with a minimum and an arrow in each direction', async () => {
    const html = await renderOffice(
      <PositionField
        label="Italy"
        position={7}
        min={1}
        onPosition={ignore}
        onUp={ignore}
        onDown={undefined}
      />,
    )
    expect(html).toMatch(/<input type="number"[^>]* min="1" step="1"[^>]* value="7"/)
    expect(html).toMatch(/<button[^>]*aria-label="Move Italy up"(?![^>]*disabled="")/)
    expect(html).toMatch(/<button[^>]*aria-label="Move Italy down"[^>]*disabled=""/)
  })
})
