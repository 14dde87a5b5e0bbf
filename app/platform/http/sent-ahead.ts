/**
 * Whether a service worker of an earlier release sent this request ahead of a navigation (navigation preload). Of outbound and account
 * addresses no worker reads the answer: the browser sends the navigation itself, too, and shows the answer of that.
 */
export function isSentAhead(headers: Headers): boolean {
  return headers.has('service-worker-navigation-preload')
}
