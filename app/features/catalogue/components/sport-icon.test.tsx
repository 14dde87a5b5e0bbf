import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SportIcon } from './sport-icon.tsx'

const htmlOf = (sport: Partial<Parameters<typeof SportIcon>[0]['sport']>) =>
  renderToStaticMarkup(
    <SportIcon sport={{ slug: 'golf', iconName: null, iconUrl: null, iconSvg: null, ...sport }} />,
  )

it('the icon of a sport is its drawing, else its image, else the one of its name, else that of its slug, else a trophy', () => {
  const [iconSvg, iconUrl, iconName] = ['<svg id="own"/>', '/media/golf.png', 'target']
  expect(htmlOf({ iconSvg, iconUrl, iconName })).toContain(encodeURIComponent(iconSvg))
  expect(htmlOf({ iconSvg, iconUrl, iconName })).not.toContain('<img')
  expect(htmlOf({ iconUrl, iconName })).toContain('<img src="/media/golf.png"')
  expect(htmlOf({ iconName, slug: 'tennis' })).toContain('#target')
  expect(htmlOf({ slug: 'tennis', iconName: 'unknown' })).toContain('#tennis')
  expect(htmlOf({})).toContain('#trophy')
})
