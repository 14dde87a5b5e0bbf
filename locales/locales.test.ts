import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

type Labels = Record<string, string>

const root = import.meta.dirname
const languages = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
const translated = languages.filter((language) => language !== 'en')
const namespaces = readdirSync(path.join(root, 'en')).map((file) => file.replace('.json', ''))

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Namespaces whose keys are data (a sport's slug, a country's code), looked up by what the database holds. */
const LOOKED_UP = new Set(['sports', 'countries'])

/** The same word in both languages, or a name. */
const SAME_AS_ENGLISH: Record<string, readonly string[]> = {
  it: [
    ...['Home', 'Bookmaker', 'Payout', 'LIVE', 'Sport', 'No', 'Password', 'Account', '{{count}} bookmaker'],
    ...[
      'Handicap',
      'Over',
      'Under',
      'Set {{number}}',
      'Inning {{number}}',
      'Hong Kong',
      'Webhook',
      'Webhook {{name}}',
    ],
  ],
  es: [
    'Payout',
    'Popular',
    'No',
    'Set {{number}}',
    'Decimal',
    'Hong Kong',
    'Webhook',
    'Webhook {{name}}',
    'Webhooks',
  ],
  de: [
    ...['LIVE', 'England', 'Wales', 'International', 'Team', 'Teams', 'System', 'Handicap', 'Analyst'],
    ...['Webhook', 'Webhook {{name}}', 'Webhooks', '{{field}} (optional)', 'Text'],
  ],
  fr: [
    ...['Sport', 'Sports', 'Promotions', 'Catalogue', 'Bookmaker', 'Match', 'International', 'Invitation'],
    ...['Handicap', 'Double chance', 'Corners', 'Set {{number}}', 'Hong Kong', 'Page', 'Pages'],
    ...[
      '{{count}} bookmaker',
      '{{count}} bookmakers',
      '{{count}} match',
      'sports',
      'Webhook',
      'Webhook {{name}}',
      'Webhooks',
      'Date',
    ],
  ],
  pt: [
    'Payout',
    'E-mail',
    'Popular',
    'Handicap',
    'Decimal',
    'Hong Kong',
    'Webhook',
    'Webhook {{name}}',
    'Webhooks',
  ],
  tr: ['Hong Kong', 'Malay'],
  ar: [],
}

function read(language: string, namespace: string): Labels {
  return JSON.parse(readFileSync(path.join(root, language, `${namespace}.json`), 'utf8')) as Labels
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{?\w+\}?\}/g)].map(([found]) => found).sort()
}

function baseKeys(labels: Labels): string[] {
  return [...new Set(Object.keys(labels).map((key) => key.replace(PLURAL, '')))].sort()
}

/** The plural forms of one number only. */
const formsOfOneNumber = new Map(
  languages.map((language) => {
    const rules = new Intl.PluralRules(language)
    const forms = Map.groupBy(
      Array.from({ length: 1_000 }, (_, n) => rules.select(n)),
      (form) => form,
    )
    return [language, [...forms].filter(([, numbers]) => numbers.length === 1).map(([form]) => form)]
  }),
)

/** Whether a plural form is that of one number only, whose word may stand for it. */
function saysItsNumber(language: string, key: string): boolean {
  const [, form] = PLURAL.exec(key) ?? []
  return formsOfOneNumber.get(language)?.some((one) => one === form) ?? false
}

/** The forms of each label that has plural forms. */
function pluralForms(labels: Labels): Map<string, string[]> {
  const forms = Object.keys(labels).flatMap((key) => {
    const form = PLURAL.exec(key)
    return form ? [{ base: key.slice(0, form.index), form: form[1] ?? '' }] : []
  })
  return new Map(
    [...Map.groupBy(forms, ({ base }) => base)].map(([base, found]) => [
      base,
      found.map(({ form }) => form).sort(),
    ]),
  )
}

describe.each(namespaces)('namespace %s', (namespace) => {
  const english = read('en', namespace)

  it.each(translated)('has the keys of English in %s', (language) => {
    expect(baseKeys(read(language, namespace))).toEqual(baseKeys(english))
  })

  it.each(languages)('has every plural form of %s', (language) => {
    const labels = read(language, namespace)
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
    for (const [base, present] of pluralForms(labels)) expect(present, base).toEqual(forms)
  })

  it.each(translated)('keeps the placeholders in %s', (language) => {
    for (const [key, text] of Object.entries(read(language, namespace))) {
      const source = english[key] ?? english[key.replace(PLURAL, '_other')] ?? ''
      const wanted = placeholders(source).filter(
        (name) => name !== '{{count}}' || text.includes(name) || !saysItsNumber(language, key),
      )
      expect(placeholders(text), key).toEqual(wanted)
    }
  })

  it.each(languages)('leaves nothing empty in %s', (language) => {
    for (const [key, text] of Object.entries(read(language, namespace))) {
      expect(text, key).toBe(text.trim())
      expect(text, key).not.toBe('')
    }
  })

  it.skipIf(namespace === 'sports').each(translated)('leaves no English in %s', (language) => {
    const labels = read(language, namespace)
    const left = Object.entries(labels).filter(([key, text]) => {
      const words = text.replace(/\{\{?\w+\}?\}/g, '').match(/\p{L}{2,}/gu)
      // Sources have the names that they give themselves.
      if (key.startsWith('import.source.')) return false
      return words && text === english[key] && !SAME_AS_ENGLISH[language]?.includes(text)
    })
    expect(left).toEqual([])
  })
})

/** What a language says in one way only, beside which a word of another way is a mistake. */
const ONE_WORD: Record<string, readonly [wrong: RegExp, right: string][]> = {
  en: [
    [/turned away|^left out|^in all$/i, 'rejected, skipped, total'],
    [/log ?in\b(?! page)/i, 'sign in'],
    [/competition/i, 'league'],
  ],
  de: [
    [/overround/i, 'Marge'],
    [/Authentisierung/, 'Authentifizierung'],
    [/Mannschaft/i, 'Team'],
    [/Demonstration/, 'Demo'],
    [
      /\bSie (?=[a-zäöü])(?!kommen|gehen|werden|sind|ist|gilt|verschwindet)|\b(Ihnen|Ihren|Ihrem|Ihrer)\b/,
      'du',
    ],
  ],
  it: [
    [/parola d/i, 'password'],
    [/overround|\baggio\b/i, 'margine'],
    [/in gioco/i, 'in corso'],
  ],
  fr: [
    [/\bligues?\b|compétition/i, 'championnat'],
    [/^DIRECT$/, 'EN DIRECT'],
    [/préférés/i, 'favoris'],
    [/disciplines?\b/i, 'sport'],
    [/rencontres?\b/i, 'match'],
    [/overround/i, 'marge'],
  ],
  es: [
    [/en vivo/i, 'en directo'],
    [/overround/i, 'margen'],
    [/pistas?\b/i, 'sugerencia'],
    [/\bcasas?\b(?! de apuestas)/i, 'casa de apuestas'],
    [
      /\busted\b|\b(Elija|Escriba|Inicie|Guarde|Añada|Importe|Seleccione|Inténtelo|Iníciela|Cambie|escriba)\b/,
      'tú',
    ],
    [/\b(Ponga|Conéctese|Divídalo|inténtelo|inicie)\b/, 'tú'],
  ],
  pt: [
    [/esportes?\b/i, 'desporto'],
    [/\bpartidas?\b/i, 'jogo'],
    [/excluir/i, 'eliminar'],
    [/overround/i, 'margem'],
    [/\bDigite\b|Pesquisando/, 'European Portuguese'],
    [
      /\b([Ee]scolhe|Recarrega|Combina|Calcula|Deixa um|Procura um|prime) |\b([Ss]epara|guarda|partilha)-[ao]\b/,
      'você',
    ],
    [/(?<!em )\bcasas?\b(?! de apostas)/i, 'casa de apostas'],
    [/pistas?\b/i, 'sugestão'],
  ],
  tr: [
    [/bahisçi/i, 'bahis sitesi'],
    [/overround/i, 'marj'],
    [/\b(gir|yap|iste|onayla|seç|yaz|dene|sakla|izle)\.(?= |$)/, 'siz'],
  ],
  ar: [
    [/وكلاء/, 'شركات المراهنات'],
    [/الاحتمالات/, 'الأسعار'],
    [/(?<!\p{L})(ال)?(بلد|بلدان)(?!\p{L})/u, 'دولة'],
    [/(?<!\p{L})(ال)?بطول(ة|ات)(?!\p{L})/u, 'دوري'],
    [/(مشرف|مدير|للمدير)/, 'مسؤول'],
    [/تعيد (?=\{)/, 'تُربح'],
  ],
}
/** Words that the specification fixes, a place in a stadium, and a heading of a column with room for one word. */
const ALLOWED = new Set([
  'reset-link-invalid',
  'back-to-login',
  'position.home',
  'matches.odds-home',
  'books',
])

describe.each(languages)('the words of %s', (language) => {
  const labels = namespaces.flatMap((namespace) =>
    Object.entries(read(language, namespace)).map(([key, text]) => [`${namespace}: ${key}`, text] as const),
  )

  it('are the same for the same thing', () => {
    const wrong = labels.flatMap(([key, text]) =>
      (ONE_WORD[language] ?? [])
        .filter(([word]) => word.test(text) && !ALLOWED.has(key.replace(/^\w+: /, '')))
        .map(([, right]) => `${key}: ${text} (${right})`),
    )
    expect(wrong).toEqual([])
  })

  it('have typographic apostrophes, and one kind of ellipsis unless specified', () => {
    expect(labels.filter(([, text]) => text.includes("'"))).toEqual([])
    if (language !== 'en') expect(labels.filter(([, text]) => text.includes('...'))).toEqual([])
  })

  it('have keys with hyphens where they are looked up by names of the database', () => {
    const keys = labels.map(([key]) => key).filter((key) => /^admin: (column|entity|option)\./.test(key))
    expect(keys.filter((key) => key.includes('_'))).toEqual([])
  })

  it('keep a sign on the same line as its number', () => {
    const loose = language === 'fr' ? / [:;?!»%€]|« / : /[\d}] [%€]/
    expect(labels.filter(([, text]) => loose.test(text))).toEqual([])
  })
})

describe('the sources', () => {
  const files = readdirSync(path.join(root, '../app'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => ({ name, text: readFileSync(path.join(parentPath, name), 'utf8') }))
  const sources = files.map(({ text }) => text).join('\n')

  it('leave the colon after a label to withColon', () => {
    const components = files.filter(({ name }) => name.endsWith('.tsx'))
    expect(components.flatMap(({ text }) => text.match(/.*(?:\)|\{label)\}:(?: |<).*/g) ?? [])).toEqual([])
  })

  it.each(namespaces.filter((name) => !LOOKED_UP.has(name)))('use every label of %s', (namespace) => {
    const unused = baseKeys(read('en', namespace)).filter((key) => !isUsed(key))
    expect(unused).toEqual([])
  })

  const literals = new Set([...sources.matchAll(/'([\w.-]+)(?=')/g)].map(([, key]) => key))
  const starts = new Set([...sources.matchAll(/`([\w.-]+)\$\{/g)].map(([, start]) => start))

  /** Literally, or as the end of a template such as `outcome.${outcome}`. */
  function isUsed(key: string): boolean {
    return literals.has(key) || starts.has(key.slice(0, key.search(/[.-][^.]*$/) + 1))
  }
})
