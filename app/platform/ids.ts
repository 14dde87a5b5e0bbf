const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text is an id. URLs and forms may contain any text, and the database throws for an invalid one. */
export function isId(text: string | null | undefined): text is string {
  return UUID.test(text ?? '')
}
