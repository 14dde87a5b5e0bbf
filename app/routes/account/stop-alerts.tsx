import { data, Form } from 'react-router'
import { field, openVisit } from '#app/features/accounts/visit.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { readUnsubscription, unsubscribe } from '#app/features/visitor-alerts/unsubscribe.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { servicesContext } from '#app/platform/services.ts'
import { plainHead } from '#app/site/base/head.ts'
import { Banner } from '#app/ui/banner.tsx'
import type { Route } from './+types/stop-alerts'
import { AccountCard } from './card.tsx'

/** Only asks: programs that check mails follow links. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const [labels, found] = await Promise.all([
    getResources(services, params.lang),
    readUnsubscription(services.database.kysely, services.env, url.searchParams.get('token') ?? ''),
  ])
  return { title: labels.alerts?.stop, isValid: found !== undefined }
}

/**
 * Stops mails. A mail program posts here without a session and from no page of this site (RFC 8058); the signed token in
 * the address is what permits it.
 */
export async function action(args: Route.ActionArgs) {
  const { services, request, isBodyTooLarge } = await openVisit(args)
  const db = services.database.kysely
  const found = await readUnsubscription(db, services.env, args.url.searchParams.get('token') ?? '')
  if (!found) return data({ done: null }, { status: 400 })
  const form = isBodyTooLarge ? null : await request.formData().catch(() => null)
  const what = form && field(form, 'what') === 'alert' ? 'alert' : 'all'
  await unsubscribe(db, found, what)
  return data({ done: what })
}

export function meta({ loaderData, matches: [root] }: Route.MetaArgs) {
  return plainHead(loaderData?.title, root.loaderData)
}

export default function StopAlerts({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('alerts')
  const done = actionData?.done
  return (
    <AccountCard title={t('stop')}>
      {done && <Banner tone="success">{t(done === 'all' ? 'stop.done-all' : 'stop.done-one')}</Banner>}
      {!loaderData.isValid && <Banner tone="error">{t('stop.invalid')}</Banner>}
      {loaderData.isValid && !done && (
        <Form method="post" className="flex flex-col gap-3">
          <p className="text-sm text-body">{t('stop.text')}</p>
          <button type="submit" name="what" value="all" className="button min-h-11 px-4 text-sm">
            {t('stop.all')}
          </button>
          <button type="submit" name="what" value="alert" className="button-quiet min-h-11 px-4 text-sm">
            {t('stop.one')}
          </button>
        </Form>
      )}
    </AccountCard>
  )
}
