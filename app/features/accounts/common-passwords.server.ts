/**
 * Whether a password is one of the 49,000 that are most often found among those that have become known, in any case of its
 * letters. The list is read with the first question.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return (await common).has(password.toLowerCase())
}

let common: Promise<ReadonlySet<string>> | undefined
