import { data } from 'react-router'
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

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'text' in value && 'values' in value
}
