import { useRevalidator } from 'react-router'
import { scoreText } from '#app/features/score-import/find-score.ts'
import type { ScoreMessage } from '#app/features/score-import/recorded-score.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ActionButton } from '#app/ui/admin/action-button.tsx'
import { NotAdmitted } from '#app/ui/admin/save-bar.tsx'
import { scoreState, useScore } from './use-score.ts'

const TONES = { progress: 'text-body', success: 'text-accent', error: 'text-danger' }

/** Searches the score of a match with progress messages. A score that is found is stored at once. */
export function ScoreButton({
  matchId,
  teams,
  onUpdated,
}: {
  matchId: string
  teams: string
  onUpdated: () => void
}) {
  const { t } = useTranslation('admin')
  const { revalidate } = useRevalidator()
  const { message, ask } = useScore(matchId, () => {
    onUpdated()
    void revalidate()
  })
  const isRefused = message?.code === 'signed-out' || message?.code === 'forbidden'
  const state = message && !isRefused ? scoreState(message) : undefined
  return (
    <>
      <ActionButton
        aria-label={t('score.get-of', { teams })}
        unavailable={state === 'progress'}
        onClick={ask}
        className="button-quiet min-h-10 px-4 text-sm"
      >
        {t('score.get')}
      </ActionButton>
      <p
        role={state === 'error' ? 'alert' : 'status'}
        className={`min-w-0 grow text-sm ${state ? TONES[state] : ''}`}
      >
        {message && !isRefused && <ScoreWords message={message} />}
      </p>
      {isRefused && <NotAdmitted outcome={{ kind: message.code }} />}
    </>
  )
}

function ScoreWords({ message }: { message: ScoreMessage }) {
  const { t } = useTranslation('admin')
  const { key, parameters } = scoreText(message)
  return t(key, parameters)
}
