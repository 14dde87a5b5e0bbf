import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { pageOfDataRequest } from '#app/platform/http/request-target.ts'

/** The ids of the routes that match an address or its data request, the outermost first. */
export type RouteFinder = (pathname: string) => string[]

export function createRouteFinder(routes: ServerBuild['routes']): RouteFinder {
  let tree: RouteObject[] | undefined
  return (pathname) => {
    // Few requests ask.
    tree ??= toTree(routes, undefined)
    return matchRoutes(tree, pageOfDataRequest(pathname))?.flatMap(({ route }) => route.id ?? []) ?? []
  }
}

function toTree(routes: ServerBuild['routes'], parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route?.parentId === parentId)
    .map((route) => {
      const { id, path, index, caseSensitive } = route ?? {}
      const own = { id, path, ...(caseSensitive && { caseSensitive }) }
      return index ? { ...own, index } : { ...own, children: toTree(routes, id) }
    })
}
