const CYRILLIC = new Map(
  [
    ['абвгґдеёзиіїйклмнопрстуўфыэъь', 'abvggdeeziiiiklmnoprstuufye'],
    ['ж', 'zh'],
    ['х', 'kh'],
    ['ц', 'ts'],
    ['ч', 'ch'],
    ['ш', 'sh'],
    ['щ', 'shch'],
    ['ю', 'yu'],
    ['я', 'ya'],
    ['є', 'ye'],
  ].flatMap(([from = '', to = '']) =>
    from.length === 1
      ? [[from, to] as const]
      : [...from].map((letter, at) => [letter, to[at] ?? ''] as const),
  ),
)

/** Transliterates a name in Cyrillic letters to Latin. */
export function readCyrillic(name: string): string {
  return name.toLowerCase().replace(/\p{Script=Cyrillic}/gu, (letter) => CYRILLIC.get(letter) ?? letter)
}
