/** The encodings that a file states by its first bytes. */
const MARKS = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const

/**
 * The text of a file that was chosen: UTF-16 where its first bytes say so, else UTF-8.
 * @param otherwise the encoding of a file whose first bytes say nothing and that is not UTF-8
 * @returns null if its letters would be lost
 */
export async function readText(file: Blob, otherwise?: 'windows-1252'): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const mark = MARKS.find((of) => of.bytes.every((byte, at) => bytes[at] === byte))
  try {
    return new TextDecoder(mark?.encoding ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return otherwise && !mark ? new TextDecoder(otherwise).decode(bytes) : null
  }
}
