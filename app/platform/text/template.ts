const VARIABLE = /\{\s*([a-z][a-z0-9_]*)\s*\}/gi
const BRACKETED = /\(\{\s*([a-z][a-z0-9_]*)\s*\}\)/gi

export type TemplateValues = Readonly<Record<string, string | number | null | undefined>>

/**
 * Fills `{name}` in a text that an administrator wrote. A variable that is unknown or has no value becomes empty, and
 * the gap it leaves is closed, with the brackets around it. The result is plain text: whoever renders it escapes it. Values are never read as
 * templates themselves.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template
    .replace(BRACKETED, (whole, name: string) => (readValue(values, name) === '' ? '' : whole))
    .replace(VARIABLE, (_, name: string) => readValue(values, name))
    .replace(/[ \t]{2,}/g, ' ')
    .trim()
}

function readValue(values: TemplateValues, name: string): string {
  const key = name.toLowerCase()
  return Object.hasOwn(values, key) ? String(values[key] ?? '') : ''
}

/** The variables of a template that are not among the known ones, each once: the editor warns of them. */
export function unknownVariables(template: string, known: readonly string[]): string[] {
  const used = Array.from(template.matchAll(VARIABLE), (match) => match[1]?.toLowerCase() ?? '')
  return [...new Set(used)].filter((name) => !known.includes(name))
}
