import { createRequire } from 'node:module'
import sharp from 'sharp'

/** A text as pixels, to be placed by its left edge and the top of its line. */
export interface DrawnText {
  data: Buffer
  width: number
  height: number
  /** In which it is drawn, in pixels. */
  size: number
}

export interface TextStyle {
  /** Pixels. */
  size: number
  /** `#rrggbb` */
  colour: string
  isBold?: boolean
  /** The size is reduced until the text fits, but not below 60 %; then the text is cut. */
  maxWidth: number
  /** Of the line as a whole; words keep their own. */
  direction: 'ltr' | 'rtl'
}

const FONTS = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
  '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  '@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf',
]
const SMALLEST = 0.6
/** Longer texts are cut before they are measured. */
const MOST_CHARACTERS = 120

let loading: Promise<void> | undefined

/** Makes the fonts known to the text renderer, once in a process. */
function loadFonts(): Promise<void> {
  loading ??= (async () => {
    const { resolve } = createRequire(import.meta.url)
    for (const file of FONTS)
      await sharp({ text: { text: '.', fontfile: resolve(file), rgba: true } })
        .raw()
        .toBuffer()
  })()
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/**
 * Draws one line of text with the letters joined and ordered as its script wants. The work is done on the thread pool.
 * Null for a text without letters.
 */
export async function drawText(text: string, style: TextStyle): Promise<DrawnText | null> {
  const line = [...text.replace(/[\p{Cc}\s]+/gu, ' ').trim()].slice(0, MOST_CHARACTERS).join('')
  if (line === '') return null
  await loadFonts()
  const { size, maxWidth } = style
  const drawn = await render(line, size, style)
  if (drawn.width <= maxWidth) return drawn
  const fitting = Math.max(Math.floor((size * maxWidth) / drawn.width), Math.ceil(size * SMALLEST))
  const smaller = await render(line, fitting, style)
  return smaller.width <= maxWidth ? smaller : renderCut(line, fitting, style, smaller.width)
}

/**
 * The longest beginning that fits, with an ellipsis: isolated, so that it stands where the words end, in any line.
 * @param width of the whole line
 */
async function renderCut(line: string, size: number, style: TextStyle, width: number): Promise<DrawnText> {
  const characters = [...line]
  let count = Math.floor((characters.length * style.maxWidth) / width) - 1
  for (;;) {
    const cut = `\u2068${characters.slice(0, Math.max(count, 1)).join('').trimEnd()}…\u2069`
    const drawn = await render(cut, size, style)
    if (drawn.width <= style.maxWidth || count <= 1) return drawn
    count -= 1
  }
}

/**
 * The renderer crops to the drawn pixels. An invisible bar above the text, at a fixed distance, keeps the base lines of
 * different words level.
 */
async function render(
  line: string,
  size: number,
  { colour, isBold, direction }: TextStyle,
): Promise<DrawnText> {
  const attributes = `size="${size}pt" line_height="${Math.round(size * 1.4 * 1_024)}"`
  const weight = isBold ? ' weight="bold"' : ''
  const { data, info } = await sharp({
    text: {
      text: `<span ${attributes}><span alpha="1">|</span>\n<span foreground="${colour}"${weight}>${MARKS[direction]}${escapeMarkup(line)}</span></span>`,
      font: 'Inter, Noto Sans Arabic',
      rgba: true,
      dpi: 72,
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, size }
}

/** Without a mark the first letter decides. */
const MARKS = { ltr: '\u200e', rtl: '\u200f' }

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign)
}
