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

/** The thrown problem with its status; undefined for any other error. */
export function problemOf(thrown: unknown): { problem: Problem; status: number } | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('data' in thrown) || !('init' in thrown))
    return undefined
  const { data: problem, init } = thrown as { data: unknown; init: ResponseInit | null }
  return isProblem(problem) ? { problem, status: init?.status ?? 500 } : undefined
}

/** The problem of a malformed request, by its status. */
const TEXTS: Record<number, Problem['text']> = {
  404: 'page-not-found',
  413: 'too-large',
}

/** The message of a refused request; undefined for any other error. */
export function refusalText(error: unknown, t: TFunction<['errors']>): string | undefined {
  if (!isRouteErrorResponse(error) || error.status >= 500) return undefined
  if (isProblem(error.data)) return problemText(error.data, t)
  return t(TEXTS[error.status] ?? 'bad-request')
}

export function problemText({ text, values }: Problem, t: TFunction<['errors']>): string {
  return t(text, { slug: '', name: '', message: '', ...values })
}
