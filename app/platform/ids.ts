const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What an address or a form calls an id may be anything; the database throws at what is none. */
export function isId(text: string | null | undefined): text is string {
  return UUID.test(text ?? '')
}
