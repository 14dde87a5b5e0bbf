import { useEffect, useState } from 'react'
import { useSubmit } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Banner } from '#app/ui/banner.tsx'

type State = 'unknown' | 'unsupported' | 'blocked' | 'off' | 'working' | 'on' | 'failed'

/**
 * Turns notifications on for this browser. The permission is asked when the visitor presses the button, never before.
 * @param publicKey of the site, base64url
 * @param endpoints of the visitor's registered browsers
 */
export function PushSwitch({ publicKey, endpoints }: { publicKey: string; endpoints: readonly string[] }) {
  const { t } = useTranslation('alerts')
  const submit = useSubmit()
  const [state, setState] = useState<State>('unknown')
  useEffect(() => {
    findState(endpoints).then(setState, () => setState('unsupported'))
  }, [endpoints])

  const turnOn = async () => {
    setState('working')
    const outcome = await subscribe(publicKey).catch(() => 'failed' as const)
    if (typeof outcome === 'string') return setState(outcome)
    await submit({ intent: 'subscribe', subscription: JSON.stringify(outcome) }, { method: 'post' })
  }

  if (state === 'unknown')
    return (
      <noscript>
        <p className="text-sm text-muted">{t('push.scripts')}</p>
      </noscript>
    )
  if (state === 'unsupported') return <p className="text-sm text-muted">{t('push.unsupported')}</p>
  if (state === 'on') return <p className="text-sm text-accent">{t('push.is-on')}</p>
  return (
    <>
      {state === 'blocked' && <Banner tone="notice">{t('push.blocked')}</Banner>}
      {state === 'failed' && <Banner tone="error">{t('push.failed')}</Banner>}
      <button
        type="button"
        onClick={turnOn}
        disabled={state === 'working'}
        className="button min-h-11 self-start px-6 text-sm"
      >
        {t('push.on')}
      </button>
    </>
  )
}

async function findState(endpoints: readonly string[]): Promise<State> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription && endpoints.includes(subscription.endpoint) ? 'on' : 'off'
}

async function subscribe(publicKey: string): Promise<PushSubscriptionJSON | 'blocked'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription under an earlier key of the site is not valid any more.
  const earlier = await pushManager.getSubscription()
  if (earlier) await earlier.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return made.toJSON()
}
