/** The authentication library's response to a program that sends its own token. */
export const NO_ACCESS_WITH_SUPPLIED_TOKEN =
  'Accessing auth is not possible: the client is configured with a custom token supplier'

/** Whether a header has a signed token; session tokens, which the library accepts, have two parts. */
export function hasSuppliedToken(authorization: string | null | undefined): boolean {
  return /^bearer +[\w-]+\.[\w-]+\.[\w-]*$/i.test(authorization ?? '')
}
