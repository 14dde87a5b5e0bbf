import { describe, expect, it } from 'vitest'

const files = import.meta.glob<Record<string, string>>('/locales/*/*.json', {
  eager: true,
  import: 'default',
})

/** Namespaces that only the back office shows. */
const OWN = ['admin']

interface Rule {
  language: string
  /** What no text has. */
  not: RegExp
  say: string
  /** Whether it is only about what visitors read. */
  isPublic?: true
  /** Keys whose text the specifications give, or where the word means something else. */
  but?: readonly string[]
}

const RULES: Rule[] = [
  { language: 'en', not: /turned away|left out (?!everywhere)/, say: 'rejected, skipped, hidden' },
  { language: 'en', not: /this minute|\bhr\./, say: 'just now, h' },
  { language: 'en', not: /[Bb]roken off|[Uu]nder way|^Not begun/, say: 'Interrupted, Running, Scheduled' },
  { language: 'en', not: /great ones|so many|holds from|by hand today|is kept yet/, say: 'plain words' },
  {
    ...{ language: 'en', not: /\b[Ll]og ?in\b|\b[Ss]ign ?on\b|[Rr]egister\b/, say: 'sign in, sign up' },
    but: ['auth:back-to-login', 'auth:reset-link-invalid'],
  },
  {
    language: 'de',
    not: /Parolen|\bOverround\b|Brotkrümel|\b(Ihr|Ihre[nmrs]?|Ihnen)\b(?! [Ee]rgebnisse| Texte)/,
    say: 'Marge, du',
  },
  { language: 'it', not: /[Pp]arol[ae] d['’]accesso/, say: 'password' },
  {
    language: 'fr',
    not: /\b[Ll]igues?\b|'|[Pp]référés?\b/,
    say: 'championnat, favori, ’',
    but: ['profile:language'],
  },
  { language: 'es', not: /EN VIVO|en vivo|\bpistas?\b|\b[Oo]verround\b/, say: 'en directo, margen' },
  { language: 'tr', not: /şirket|bahisçi|[Oo]turum aç(?!tığınız|ık)/, say: 'bahis sitesi, giriş yap' },
  { language: 'ar', not: /وكلاء|بلد/, say: 'شركات المراهنات، دولة' },
  {
    ...{ language: 'ar', not: /احتمالات/, say: 'أسعار', isPublic: true },
  },
  { language: 'ar', not: /الاتحاد الرجبي|رجبي/, say: 'رغبي (15 لاعبًا)' },
]

describe('one word for one thing', () => {
  it.each(RULES)('in $language: $say', ({ language, not, isPublic, but = [] }) => {
    const found = Object.entries(files).flatMap(([path, texts]) => {
      const [, , own, file = ''] = path.split('/')
      const namespace = file.replace('.json', '')
      if (own !== language || (isPublic && OWN.includes(namespace))) return []
      return Object.entries(texts)
        .filter(([key, text]) => not.test(text) && !but.includes(`${namespace}:${key}`))
        .map(([key, text]) => `${namespace}:${key} = ${text}`)
    })
    expect(found).toEqual([])
  })
})
