/**
 * Marks of direction, soft hyphens and other invisible characters, which can be within a word. The joiners U+200C and U+200D stay:
 * Persian and emoji need them.
 */
const INVISIBLE = /[\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** Control characters, those that could not be read, and letters without a shape: Hangul's fillers and Braille's blank. */
const BLANK = /[\p{Cc}\u115f\u1160\u2800\u3164\uffa0\ufffd]+/gu

/** What a name in its stored form may lack; most names have none of it. */
const TO_CLEAN = /[^ -~]| {2}|^ | $/

/** A name in its stored form, of a feed or an operator: composed, one line, single spaces. */
export function cleanName(text: string): string {
  if (!TO_CLEAN.test(text)) return text
  return text
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(BLANK, ' ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
}
