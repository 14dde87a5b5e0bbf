import type { ServerBuild } from 'react-router'
import type { RouteFinder } from './route-finder.ts'

/** Adds the Allow header with the route's methods to a 405 response. */
export function createMethodNote(
  routes: ServerBuild['routes'],
  findRoutes: RouteFinder,
): (request: Request, response: Response) => Response {
  function methodsAt(pathname: string): string[] {
    const module = routes[findRoutes(pathname).at(-1) ?? '']?.module
    const isRead = module?.default !== undefined || module?.loader !== undefined
    return [...(isRead ? ['GET', 'HEAD'] : []), ...(module?.action ? ['POST'] : [])]
  }

  return (request, response) => {
    // The framework calls it a bad request when a route that only takes forms is read.
    const mayBeMethod = response.status === 405 || (response.status === 400 && isRead(request.method))
    if (!mayBeMethod || response.headers.has('allow')) return response
    const methods = methodsAt(new URL(request.url).pathname)
    if (response.status === 400 && methods.includes('GET')) return response
    const headers = new Headers(response.headers)
    headers.set('allow', methods.join(', '))
    return new Response(response.body, { status: 405, headers })
  }
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
