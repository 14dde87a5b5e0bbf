import type { TFunction } from 'i18next'
import { data, isRouteErrorResponse } from 'react-router'
import type errors from '../../../locales/en/errors.json'

/** A failure with a text of the error catalogue. */
export interface Problem {
  text: keyof typeof errors
  values: Record<string, string>
}

/** Answers 404 with a text of the error catalogue. */
export function notFound(text: Problem['text'], values: Record<string, string> = {}) {
  return data<Problem>({ text, values }, { status: 404 })
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'text' in value && 'values' in value
}

/** What is wrong with an address or a form, by the status that says so. */
const TEXTS: Record<number, Problem['text']> = {
  404: 'page-not-found',
  413: 'too-large',
}

/** What a page says of a request that was refused; undefined for an error of its own. */
export function refusalText(error: unknown, t: TFunction<['errors']>): string | undefined {
  if (!isRouteErrorResponse(error) || error.status >= 500) return undefined
  if (isProblem(error.data))
    return t(error.data.text, { slug: '', name: '', message: '', ...error.data.values })
  return t(TEXTS[error.status] ?? 'bad-request')
}
