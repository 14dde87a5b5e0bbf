import { replace } from 'react-router'
import { listLanguages } from '#app/features/languages/queries.server.ts'
import { firstWords, renderMarkdown } from '#app/features/pages/markdown.server.ts'
import { findPublishedPage } from '#app/features/pages/queries.server.ts'
import { operatorPagePath } from '#app/platform/paths.ts'
import { getPageHead } from '../base/head.server.ts'
import { readOrigin } from '../base/origin.server.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { notFound } from '../base/problem.ts'
import { Crumbs } from '../parts/crumbs.tsx'

type Data = Awaited<ReturnType<typeof load>>

/** A page that the operator has written: in the page's language, or in the default one if it has no text in that. */
async function load({ services, url, lang, params }: PageRequest<'page'>) {
  const [page, languages, origin] = await Promise.all([
    findPublishedPage(services, params.page, lang),
    listLanguages(services),
    readOrigin(services, url),
  ])
  if (!page) throw notFound('page-not-found')
  const { title, slug, language } = page
  if (slug !== params.page) throw replace(`${operatorPagePath(lang, slug)}${url.search}`, 301)
  const html = renderMarkdown(page.body, { origin, language: lang })
  const head = await getPageHead(services, {
    // Without labels of its own, its title is the name of the site.
    ...{ url, language: lang, page: 'operator-page', variables: {} },
    way: [{ name: title, path: operatorPagePath(lang, slug) }],
  })
  return {
    title,
    html,
    other:
      language === lang ? null : { language, isRtl: languages.some((it) => it.code === language && it.rtl) },
    head: {
      ...head,
      title: title.includes(head.title) ? title : `${title} | ${head.title}`,
      description: firstWords(html) || title,
      text: { language, languages: page.languages },
    },
  }
}

function View({ data: { title, html, other } }: { data: Data }) {
  const own = other && { lang: other.language, dir: other.isRtl ? 'rtl' : 'ltr' }
  return (
    <>
      <Crumbs crumbs={[]} current={title} />
      <article className="operator-page" {...own}>
        <h1 className="title">{title}</h1>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is Markdown, rendered without the HTML of its author */}
        <div dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </>
  )
}

export const operatorPage = definePage<Data, 'page'>({ load, headOf: ({ head }) => head, View })
