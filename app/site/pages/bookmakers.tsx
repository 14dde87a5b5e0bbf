import { bookmakerOutboundLink } from '#app/features/affiliates/outbound-link.ts'
import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { rankBookmakers } from '#app/features/statistics/bookmakers.server.ts'
import { LEAST_COMPARED } from '#app/features/statistics/bookmakers.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { bookmakerPath, homePath, standalonePath } from '#app/platform/paths.ts'
import { BookmakerMark } from '#app/ui/marks.tsx'
import { definePage, type PageRequest } from '../base/page.ts'
import { getStandaloneHead } from '../base/standalone-head.server.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Empty } from '../parts/empty.tsx'
import { FiguresTable } from '../parts/figures-table.tsx'
import { HowLong } from '../parts/moment.tsx'
import { SportChips } from '../parts/sport-chips.tsx'
import { WayOutLink } from '../parts/way-out.tsx'

type Data = Awaited<ReturnType<typeof load>>

async function load({ services, lang, url }: PageRequest) {
  const [names, menu] = await Promise.all([getLocalNames(services, lang), getSportsMenu(services)])
  const asked = menu.find(({ slug }) => slug === url.searchParams.get('sport')) ?? null
  const [ranking, buttons, head] = await Promise.all([
    rankBookmakers(services, asked?.id ?? null),
    listAffiliateButtons(services, lang),
    getStandaloneHead(services, { language: lang, url, page: 'bookmakers' }),
  ])
  return {
    ...ranking,
    sport: asked?.slug ?? null,
    sports: menu
      .filter(({ id }) => ranking.sports.has(id) || id === asked?.id)
      .map((sport) => names.sport(sport)),
    buttons,
    head,
  }
}

function View({ data, lang }: { data: Data; lang: string }) {
  const { t, i18n } = useTranslation(['statistics', 'matches'])
  const { bookmakers, computedAt, sports, sport, buttons } = data
  const title = t('bookmakers', { ns: 'matches' })
  const hrefOf = (slug: string | null) => standalonePath(lang, 'bookmakers') + (slug ? `?sport=${slug}` : '')
  return (
    <>
      <Crumbs crumbs={[]} current={title} />
      <header className="list-head">
        <h1 className="title">{title}</h1>
        {computedAt && (
          <p>
            {withColon(t('figures.computed'), i18n.language)} <HowLong at={computedAt.toISOString()} />
          </p>
        )}
      </header>
      <SportChips sports={sports} current={sport} hrefOf={hrefOf} withAll />
      {bookmakers.length === 0 ? (
        <Empty
          next={
            <a className="more" href={sport ? hrefOf(null) : homePath(lang)}>
              {t(sport ? 'sports.all' : 'upcoming', { ns: 'matches' })}
            </a>
          }
        >
          {t('figures.none')}
        </Empty>
      ) : (
        <>
          <FiguresTable
            title={t('bookmaker', { ns: 'matches' })}
            counted="events"
            rows={bookmakers.map(({ id, name, slug, logoUrl, rank, figures }) => {
              const way = bookmakerOutboundLink(buttons, id, { page: 'bookmaker', lang })
              return {
                ...{ key: id, figures, rank },
                name: (
                  <a className="team" href={bookmakerPath(lang, slug)}>
                    <BookmakerMark name={name} logoUrl={logoUrl} />
                    <bdi>{name}</bdi>
                  </a>
                ),
                way: way && <WayOutLink way={way} />,
              }
            })}
          />
          <p className="hint">{t('figures.ranking', { least: LEAST_COMPARED })}</p>
          <p className="hint">{t('figures.about')}</p>
        </>
      )}
    </>
  )
}

export const bookmakers = definePage<Data>({ load, headOf: ({ head }) => head, View, styles: ['odds'] })
