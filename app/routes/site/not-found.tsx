import { notFound } from './problem.ts'

export { PageError as ErrorBoundary } from './page-error.tsx'

export function loader(): never {
  throw notFound('page-not-found')
}

export default function NotFound() {
  return null
}
