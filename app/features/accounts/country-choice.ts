/** Reads the sign-up's fields for country and phone number. */

export interface PickerCountry {
  code: string
  name: string
  callingCode: string
}

/** By a part of the name, by the code, or by the calling code with or without its plus. */
export function matchesCountry(country: PickerCountry, query: string): boolean {
  const wanted = fold(query.trim())
  if (wanted === '') return true
  const digits = wanted.replace(/^\+/, '')
  if (/^\d+$/.test(digits)) return country.callingCode.startsWith(digits)
  return fold(country.name).includes(wanted) || country.code.toLowerCase() === wanted
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The text after the calling code, also when the code was overwritten, pasted with the number or partly deleted. */
export function withoutPrefix(typed: string, prefix: string): string {
  if (typed.startsWith(prefix)) return typed.slice(prefix.length)
  if (prefix.startsWith(typed)) return ''
  // The prefix was partly deleted: its rest precedes the number.
  let shared = 0
  while (shared < prefix.length && typed[shared] === prefix[shared]) shared += 1
  return typed.slice(shared).replace(/^\+/, '')
}
