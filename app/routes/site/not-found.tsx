import { headTags } from '#app/site/base/head.ts'
import { notFound } from '#app/site/base/problem.ts'
import type { Route } from './+types/not-found'

export { PageError as ErrorBoundary } from './page-error.tsx'

export function loader(): never {
  throw notFound('page-not-found')
}

export function meta({ matches: [root], error }: Route.MetaArgs) {
  return headTags(undefined, root.loaderData, error)
}

export default function NotFound() {
  return null
}
