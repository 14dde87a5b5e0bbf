import { describe, expect, it } from 'vitest'
import { startAfterFirstFrame } from './late-scripts.ts'

const head =
  '<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/a.css"/>'
const script = `<script type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/home.js";
  
  window.modules = {"root":route0,"home":route1};

import("/assets/entry.js");</script>`

describe('the scripts of a page', () => {
  it('are requested after its first frame, all at once', () => {
    const page = startAfterFirstFrame(
      `${head}</head><body><p>import "/x.js";</p>${script}<p>$&</p></body></html>`,
    )
    expect(page).not.toContain('<link rel="modulepreload"')
    expect(page).toContain('<link rel="stylesheet" href="/a.css"/></head><body><p>import "/x.js";</p><script')
    expect(page).toContain('</script><p>$&</p></body></html>')
    const start = /<script type="module" async="">(.*)<\/script>/s.exec(page)?.[1] ?? ''
    expect(start).toMatch(/requestAnimationFrame\(\(\) => setTimeout\(start\)\)/)
    expect(start).toContain('["/assets/a.js"]')
    expect(start).toContain(
      'const [,route0,route1] = await Promise.all([import("/assets/manifest.js"),import("/assets/root.js"),import("/assets/home.js")])',
    )
    expect(start).toContain(
      'window.modules = {"root":route0,"home":route1};\n\nimport("/assets/entry.js");\n}',
    )
  })

  it('can be several for a route', () => {
    const several = script.replace(
      'import * as route1 from "/assets/home.js";',
      'import * as route1_clientMiddleware from "/assets/keep.js";\nimport * as route1_main from "/assets/home.js";\nconst route1 = {...route1_clientMiddleware,...route1_main};\nimport * as route2 from "/assets/last.js";',
    )
    const page = startAfterFirstFrame(`${head}</head><body>${several}</body></html>`)
    const start = /<script type="module" async="">(.*)<\/script>/s.exec(page)?.[1] ?? ''
    expect(start).toContain(
      'const [,route0,route1_clientMiddleware,route1_main,route2] = await Promise.all([',
    )
    expect(start).toContain('const route1 = {...route1_clientMiddleware,...route1_main};')
    expect(start).not.toMatch(/^\s*import [^(]/m)
  })

  it('leave a page unchanged when they import in another way', () => {
    const page = `${head}</head><body>${script.replace('* as route0', '{ other }')}</body></html>`
    expect(startAfterFirstFrame(page)).toBe(page)
  })

  it('leave a page without scripts unchanged', () => {
    const page = `${head}</head><body></body></html>`
    expect(startAfterFirstFrame(page)).toBe(page)
  })
})
