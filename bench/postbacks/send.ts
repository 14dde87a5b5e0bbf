import type { Sent } from './draw.ts'

const TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const

/** Sends a postback. @returns its answer, such as '200 stored', and the transaction of an honest request */
export async function sendPostback(origin: string, { what, drawn, key, form, text, signature, right }: Sent) {
  const address = `${origin}/api/postbacks/${key}`
  const response =
    form === 'query'
      ? await fetch(`${address}?${text}${signature === null ? '' : `&sig=${signature}`}`)
      : await fetch(address, {
          method: 'POST',
          headers: {
            'content-type': TYPES[form],
            ...(signature !== null && { 'x-signature': signature }),
          },
          body: text,
        })
  const said = (await response.json().catch(() => ({}))) as { status?: string | number; code?: string }
  const answer = `${response.status} ${said.code ?? said.status}`
  return {
    ...{ what, answer, isRight: right.includes(answer) },
    key: drawn && `${drawn.sender.key} ${drawn.transaction}`,
  }
}
