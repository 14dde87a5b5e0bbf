import fc from 'fast-check'
import { parse, serialize } from 'parse5'
import { describe, expect, it } from 'vitest'
import { readHeadScripts } from './head-scripts.server.ts'

const GTM = `<!-- Google Tag Manager -->
<script>(function(w,d,s,l,i){w[l]=w[l]||[];var f=d.getElementsByTagName(s)[0],j=d.createElement(s);
j.src='https://www.googletagmanager.com/gtm.js?id='+i;f.parentNode.insertBefore(j,f)})(window,document,'script','dataLayer','GTM-X');</script>
<link rel="preconnect" href="//region1.google-analytics.com">
<meta name="google-site-verification" content="a&quot;b">`

describe('readHeadScripts', () => {
  it('accepts the usual snippets of services, with the origins that they name', () => {
    const outcome = readHeadScripts(GTM)
    expect(outcome).toMatchObject({
      kind: 'sound',
      scripts: { origins: ['https://www.googletagmanager.com', 'https://region1.google-analytics.com'] },
    })
    if (outcome.kind === 'sound') expect(outcome.scripts?.html).toContain("'dataLayer','GTM-X');</script>")
  })

  it.each([
    ['<script type="application/ld+json">{"url":"https://x.example/"}</script>', []],
    ['<script type="text/template" src="https://x.example/a">https://y.example</script>', []],
    ['<link rel="canonical" href="https://x.example/a">', []],
    ['<link rel="alternate me" href="https://x.example/a">', []],
    ['<meta property="og:image" content="https://x.example/a.png">', []],
    ['<script type="MODULE" src="//x.example/a.js"></script>', ['https://x.example']],
    ['<script type="text/javascript">load("https://x.example/a.js")</script>', ['https://x.example']],
    ['<script type="text/plain">load("https://x.example/a.js")</script>', ['https://x.example']],
    [
      '<style>@import "https://fonts.example/css?family=Roboto:wght@400;700"</style>',
      ['https://fonts.example'],
    ],
    [
      '<style>@font-face{font-family:a;src:url(https://x.example/a.woff2),url( "//y.example/a.woff" )}</style>',
      ['https://x.example', 'https://y.example'],
    ],
    [`<style>a{background:url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>")}</style>`, []],
    ['<link rel="Shortcut Icon" href="https://x.example/a.ico">', ['https://x.example']],
  ])('allows pages to load what %s loads', (text, origins) => {
    expect(readHeadScripts(text)).toMatchObject({ kind: 'sound', scripts: { origins } })
  })

  it('accepts an empty text', () => {
    expect(readHeadScripts(' \n')).toEqual({ kind: 'sound', scripts: null })
  })

  it.each([
    ['<script>let a = 1', 'open'],
    ['<script src="https://x.example/a.js', 'open'],
    ['<!-- never closed <script></script>', 'open'],
    ['<style>a{}', 'open'],
    ['<script><!-- <script> </script>', 'open'],
    ['</body><script></script>', 'open'],
    ['<noscript><link rel="a"', 'open'],
    ['<div>banner</div>', 'element'],
    ['<base href="https://evil.example/">', 'element'],
    ['<title>Other</title>', 'element'],
    ['<template><script></script></template>', 'element'],
    ['<iframe src="https://x.example"></iframe>', 'element'],
    ['<html lang="xx">', 'element'],
    ['<body onload="a()">', 'element'],
    ['console.log(1)', 'text'],
    ['<script>a()</script> and so on', 'text'],
    ['<noscript><img src="https://x.example/pixel"></noscript>', 'noscript'],
    ['<noscript><script>a()</script></noscript>', 'noscript'],
    ['<script src="/a.js" onload="b()"></script>', 'handler'],
    ['<meta http-equiv="refresh" content="0;url=https://evil.example">', 'meta'],
    ['<meta charset="utf-16">', 'meta'],
    ['<script></script>'.repeat(31), 'many'],
    [`<script>${'x'.repeat(20_000)}</script>`, 'long'],
  ])('refuses %s', (text, problem) => {
    expect(readHeadScripts(text)).toEqual({ kind: 'refused', problem: `problem.head-scripts-${problem}` })
  })

  it('refuses markup that would change the surrounding document', () => {
    const piece = fc.constantFrom(
      '<script>',
      '</script>',
      '<style>',
      '</style>',
      '<noscript>',
      '</noscript>',
      '<!--',
      '-->',
      '<link rel="x">',
      '<meta name="a">',
      '</head>',
      '<body>',
      '</body>',
      '"',
      "'",
      '<script src="',
      '>',
      'a()',
      '<p>',
      ' ',
      '<template>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const outcome = readHeadScripts(pieces.join(''))
        if (outcome.kind !== 'sound' || !outcome.scripts) return
        for (const scriptingEnabled of [true, false]) {
          const { html } = outcome.scripts
          const page = serialize(
            parse(`<!doctype html><html><head>${html}<link id="end"></head><body><p>page</p></body></html>`, {
              scriptingEnabled,
            }),
          )
          expect(page).toMatch(/<link id="end"><\/head><body><p>page<\/p><\/body><\/html>$/)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
