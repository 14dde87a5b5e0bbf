import type { Board } from '#app/features/odds/market-board.ts'
import type { MarketSureBet, MarketSureBetFinding } from '#app/features/odds/market-sure-bet.ts'
import { SureStakes } from '#app/islands/sure-stakes.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import { Island } from '#app/ui/island.tsx'
import { Icon } from '#app/ui/marks.tsx'
import type { MarketWords } from './market-words.ts'
import { WithHowLong } from './moment.tsx'

interface SureBetProps {
  finding: MarketSureBetFinding
  board: Board
  words: MarketWords
}

/** A sure bet: return, stakes, the age of its oldest price and warnings; or the reason why it is held back. */
export function SureBet({ finding, board, words }: SureBetProps) {
  const { t, i18n } = useTranslation('matches')
  if (finding.kind === 'none') return null
  if (finding.kind === 'held-back') {
    const percent = formatPercent(finding.returnOnOutlay, i18n.language, 2)
    return <p className="warning">{t('sure-bet.held-back', { percent })}</p>
  }
  return <Found sureBet={finding} board={board} words={words} />
}

function Found({ sureBet, board, words }: Omit<SureBetProps, 'finding'> & { sureBet: MarketSureBet }) {
  const { t, i18n } = useTranslation('matches')
  const { market } = board
  const percent = formatPercent(sureBet.returnOnOutlay, i18n.language, 2)
  const explained = sureBet.mayPush ? 'sure-bet.explained-push' : 'sure-bet.explained'
  const turns = sureBet.warnings.includes('old-price')
    ? undefined
    : Math.ceil(sureBet.oldAt.getTime() / 1_000)
  return (
    <section className="sure-bet" data-turns={turns}>
      <h3>
        <Icon name="sure" />
        {withColon(t('sure-bet'), i18n.language)}{' '}
        {t(sureBet.mayPush ? 'sure-bet.return-push' : 'sure-bet.return', { percent })}
      </h3>
      <p>
        <WithHowLong at={sureBet.oldestPriceAt} write={(age) => t(explained, { percent, age })} />
      </p>
      {sureBet.warnings.map((warning) => (
        <p key={warning} className="note old">
          {t(`sure-bet.${warning}`)}
        </p>
      ))}
      <Island name="stakes" withProps>
        <SureStakes
          ways={sureBet.ways}
          nets={sureBet.nets}
          legs={sureBet.legs.map(({ row }, index) => ({
            outcome: words.outcomeName(market, market.outcomes[index] ?? ''),
            bookmaker: row.quote.bookmaker.name,
          }))}
        />
      </Island>
      {sureBet.mayPush && (
        <p className="hint">{t(market.line === null ? 'sure-bet.push-level' : 'sure-bet.push')}</p>
      )}
    </section>
  )
}
