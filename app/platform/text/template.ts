const VARIABLE = /\{\s*([a-z][a-z0-9_]*)\s*\}/gi
const BRACKETED = /\(\{\s*([a-z][a-z0-9_]*)\s*\}\)/gi

export type TemplateValues = Readonly<Record<string, string | number | null | undefined>>

/**
 * Fills `{name}` in an administrator's text. An unknown or empty variable becomes empty, and the gap is closed,
 * including brackets around it. The result is plain text; the caller escapes it. Values are never parsed as templates.
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

/** The unknown variables of a template, each once, for the editor's warning. */
export function unknownVariables(template: string, known: readonly string[]): string[] {
  const used = Array.from(template.matchAll(VARIABLE), (match) => match[1]?.toLowerCase() ?? '')
  return [...new Set(used)].filter((name) => !known.includes(name))
}
