const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\]:,]|true|false|null/g
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i
/** Numbers with a larger exponent are no amount and no id. */
const LARGEST_EXPONENT = 100

/**
 * The fields of a JSON object whose values are texts or numbers, in order, also those that are there twice. All digits of a number
 * stay: a JavaScript number has 15 of them. Null for any other text.
 */
export function readJsonFields(json: string): [name: string, value: string][] | null {
  if (!isObject(json)) return null
  const tokens = json.match(TOKEN) ?? []
  const fields: [string, string][] = []
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (token === ':' && depth === 1) {
      const value = readValue(tokens[at + 1] ?? '')
      if (value !== null) fields.push([JSON.parse(tokens[at - 1] ?? ''), value])
    }
  }
  return fields
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function readValue(token: string): string | null {
  if (token.startsWith('"')) return JSON.parse(token)
  return /^[-\d]/.test(token) ? plainNumber(token) : null
}

/** A number as people write it: 1.50 and 15e-1 are 1.5. */
function plainNumber(token: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] = NUMBER.exec(token) ?? []
  if (Math.abs(Number(power)) > LARGEST_EXPONENT) return token
  const digits = whole + part
  const point = whole.length + Number(power)
  const padded = point < 1 ? digits.padStart(digits.length + 1 - point, '0') : digits.padEnd(point, '0')
  const integer = padded.slice(0, Math.max(point, 1)).replace(/^0+(?=\d)/, '')
  const fraction = padded.slice(Math.max(point, 1)).replace(/0+$/, '')
  return sign + integer + (fraction && `.${fraction}`)
}
