/**
 * Whether a password is one of the 49,000 most common leaked passwords, in any case. The list is read on the first
 * call.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return (await common).has(password.toLowerCase())
}

let common: Promise<ReadonlySet<string>> | undefined
