import { PRICE_FORMATS } from '#app/features/odds/prices.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { WIDGET_SCRIPT, widgetPath, widgetsPath } from '#app/platform/paths.ts'
import { definePage, type PageRequest } from '../base/page.ts'
import { readRootData } from '../base/root-data.server.ts'
import { readWidgetData } from '../base/widget-data.server.ts'
import { readWidget, WIDGET_SCHEMES, WIDGETS } from '../base/widget-request.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Empty } from '../parts/empty.tsx'
import { Part } from '../parts/part.tsx'

type Data = Awaited<ReturnType<typeof load>>

/** The code of a widget of a league or a match; not for search engines. */
async function load({ services, url, lang }: PageRequest) {
  const query = url.searchParams
  const kinds = query.has('league') ? WIDGETS.filter((it) => it === 'matches') : WIDGETS.slice(1)
  const kind = kinds.find((it) => it === query.get('kind')) ?? kinds[0] ?? 'matches'
  const asked = readWidget(kind, query)
  const [labels, root, shown] = await Promise.all([
    getResources(services, lang),
    readRootData({ services, url, language: lang }),
    asked && readWidgetData(services, asked, lang),
  ])
  const choices = {
    [kind === 'matches' ? 'league' : 'match']: asked?.id ?? '',
    lang,
    ...(asked?.scheme && { scheme: asked.scheme }),
    ...(asked?.format && { odds: asked.format }),
  }
  return {
    title: labels.common?.widgets ?? '',
    asked: shown ? asked : null,
    kinds,
    origin: root.origin,
    hasSchemes: root.ownScheme !== null,
    address: widgetPath(kind, choices),
    choices,
  }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t } = useTranslation('common')
  const { asked, kinds, origin, hasSchemes, address, choices } = data
  return (
    <>
      <Crumbs crumbs={[]} current={t('widgets')} />
      <header className="list-head">
        <h1 className="title">{t('widgets')}</h1>
        <p>{t('widgets.about')}</p>
      </header>
      {asked ? (
        <>
          <form className="tools widget-choices" action={widgetsPath(lang)}>
            <input type="hidden" name={asked.kind === 'matches' ? 'league' : 'match'} value={asked.id} />
            {kinds.length > 1 && (
              <label>
                {t('widgets.kind')}{' '}
                <select name="kind" defaultValue={asked.kind}>
                  {kinds.flatMap((kind) =>
                    kind === 'matches' ? (
                      []
                    ) : (
                      <option key={kind} value={kind}>
                        {t(`widgets.kind.${kind}`)}
                      </option>
                    ),
                  )}
                </select>
              </label>
            )}
            {hasSchemes && (
              <label>
                {t('widgets.scheme')}{' '}
                <select name="scheme" defaultValue={asked.scheme ?? ''}>
                  <option value="">{t('widgets.scheme.own')}</option>
                  {WIDGET_SCHEMES.map((scheme) => (
                    <option key={scheme} value={scheme}>
                      {t(`widgets.scheme.${scheme}`)}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <label>
              {t('price-format')}{' '}
              <select name="odds" defaultValue={asked.format ?? 'decimal'}>
                {PRICE_FORMATS.map((format) => (
                  <option key={format} value={format}>
                    {t(`price-format.${format}`)}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" className="button">
              {t('widgets.apply')}
            </button>
          </form>
          <Part title={t('widgets.preview')}>
            <iframe className="widget-preview" src={address} title={t('widgets.preview')} />
          </Part>
          <Part title={t('widgets.as-script')}>
            <Code text={scriptCode(origin, asked.kind, choices)} label={t('widgets.as-script')} />
          </Part>
          <Part title={t('widgets.as-frame')}>
            <Code
              text={`<iframe src="${origin}${address.replaceAll('&', '&amp;')}" width="100%" height="320" style="border:0" title="Odds"></iframe>`}
              label={t('widgets.as-frame')}
            />
          </Part>
        </>
      ) : (
        <Empty>{t('widgets.choose')}</Empty>
      )}
    </>
  )
}

function scriptCode(origin: string, kind: string, choices: Record<string, string>): string {
  const data = Object.entries({ widget: kind, ...choices }).map(([name, value]) => ` data-${name}="${value}"`)
  return `<script async src="${origin}${WIDGET_SCRIPT}"${data.join('')}></script>`
}

function Code({ text, label }: { text: string; label: string }) {
  return <textarea className="code" readOnly rows={3} dir="ltr" aria-label={label} value={text} />
}

export const widgets = definePage<Data>({ load, headOf: ({ title }) => ({ title }), View })
