import { useEffect, useState } from 'react'
import type { ContentLanguage, Preview } from '#app/features/match-content/editor-schema.ts'
import { type FilledText, fillMatchContent } from '#app/features/match-content/rules.ts'
import type { MatchContent } from '#app/features/match-content/schema.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { formatOdds } from '#app/features/odds/formats.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { priceLanguageOf } from '#app/platform/numbers.ts'
import { formatDate } from '#app/platform/time.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { ReadProblem } from '#app/ui/admin/read-problem.tsx'
import { useRead } from '#app/ui/admin/use-read.ts'
import { useZone } from '#app/ui/clock.tsx'

/** A preview of the texts on a real match while typing. */
export function ContentPreview({ language, content }: { language: ContentLanguage; content: MatchContent }) {
  const { t, i18n } = useTranslation('admin')
  const zone = useZone()
  const [team, setTeam] = useState('')
  const [chosen, setChosen] = useState<string>()
  const preview = useRead<Preview>()
  const { read, data } = preview
  useEffect(() => {
    const params = new URLSearchParams({ language: language.code, team, ...(chosen && { match: chosen }) })
    const timer = setTimeout(() => read(`/admin/match-content/preview?${params}`), team ? 250 : 0)
    return () => clearTimeout(timer)
  }, [read, language.code, team, chosen])

  const match = data?.match
  const choices = data?.choices ?? []
  const listed = choices.some(({ id }) => id === match?.id)
  return (
    <div className="min-w-0 xl:sticky xl:top-4">
      <Panel title={t('content.preview')}>
        <div className="grid gap-3 md:grid-cols-2">
          <Field
            label={t('content.preview-team')}
            type="search"
            value={team}
            onValue={(text) => {
              setTeam(text)
              setChosen(undefined)
            }}
          />
          <SelectField
            label={t('content.preview-match')}
            value={match?.id ?? ''}
            onValue={setChosen}
            options={[
              ...(match && !listed ? [{ value: match.id, text: `${match.home} – ${match.away}` }] : []),
              ...choices.map(({ id, home, away, startTime }) => ({
                value: id,
                text: `${home} – ${away}, ${formatDate(new Date(startTime), 'shortDate', i18n.language, zone)}`,
              })),
            ]}
          />
        </div>
        <ReadProblem of={preview} />
        {data && !match && <p className="text-sm text-muted">{t('content.preview-none')}</p>}
        {data && match && (
          <Sample language={language} content={content} match={match} wording={data.wording} />
        )}
      </Panel>
    </div>
  )
}

function Sample({
  language,
  content,
  match,
  wording,
}: {
  language: ContentLanguage
  content: MatchContent
  match: MatchSummary
  wording: Preview['wording']
}) {
  const zone = useZone()
  const { i18n } = useTranslation('admin')
  const priceLanguage = priceLanguageOf(i18n.priceMark, language.code)
  const date = formatDate(new Date(match.startTime), 'date', language.code, zone)
  const filled = fillMatchContent(content, match, {
    ...wording,
    language: language.code,
    price: ({ price }) => formatOdds(price, priceLanguage),
    date,
  })
  return (
    <div
      lang={language.code}
      dir={language.rtl ? 'rtl' : 'ltr'}
      className="flex flex-col gap-3 rounded-lg border border-line bg-ground p-4"
    >
      <Filled part={filled} />
      {filled.highestWin && <Filled part={filled.highestWin} />}
      {filled.safestBet && <Filled part={filled.safestBet} />}
      <Filled part={filled.historyOf(match.home)} />
      <Filled part={filled.historyOf(match.away)} />
    </div>
  )
}

function Filled({ part: { title, text } }: { part: FilledText }) {
  return (
    <div className="text-sm">
      <h3 className="font-semibold text-heading">{title}</h3>
      <p className="whitespace-pre-line">{text}</p>
    </div>
  )
}
