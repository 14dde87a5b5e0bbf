// Control, bidirectional and invisible characters, and letters without a shape (Hangul's fillers, Braille's blank); the
// joiners U+200C and U+200D stay, Persian and emoji need them.
const UNWANTED =
  /[\p{Cc}\p{Bidi_Control}\u115f\u1160\u180e\u200b\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\ufffd]+/gu

/** It stands within words, where they may be broken. */
const SOFT_HYPHEN = /\u00ad/g

/** What a name in its stored form may lack; most names have none of it. */
const TO_CLEAN = /[^ -~]| {2}|^ | $/

/** A name in its stored form, of a feed or an operator: composed, one line, single spaces. */
export function cleanName(text: string): string {
  if (!TO_CLEAN.test(text)) return text
  return text
    .toWellFormed()
    .replace(SOFT_HYPHEN, '')
    .replace(UNWANTED, ' ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
}
