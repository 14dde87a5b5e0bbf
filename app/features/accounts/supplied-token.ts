/** What the accounts part answers a program that comes with a token of its own supply. */
export const NO_ACCESS_WITH_SUPPLIED_TOKEN =
  'Accessing auth is not possible: the client is configured with a custom token supplier'

/** Whether a header carries a signed token; those of sessions, which the accounts part takes, have two parts. */
export function carriesSuppliedToken(authorization: string | null | undefined): boolean {
  return /^bearer +[\w-]+\.[\w-]+\.[\w-]*$/i.test(authorization ?? '')
}
